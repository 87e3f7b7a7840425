// Elements and words. All that strangers wrote becomes text, never markup.
"use strict";

/** The most letters of a text that are shown. */
const MOST_LETTERS = 200_000;

const at = (id) => document.getElementById(id);

/** @returns an element with attributes, listeners where these are functions, and children, of which strings are text */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @returns a name as it can be shown: what can't be seen, or turns a line around, by its number */
function plain(name) {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** @returns as much of a text as is shown */
function start(text) {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}\n… and ${text.length - MOST_LETTERS} letters more` : text;
}
