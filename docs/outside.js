// mdBook takes every .md for a page of the book. FORMAT.md, FINDINGS.md and others lie outside of it and stay what they are.
for (const link of document.querySelectorAll('main a[href^="../../"]')) {
  link.setAttribute("href", link.getAttribute("href").replace(/\.html(#|$)/, ".md$1"));
}
