// What happens when.

function example({ title, about, files }) {
  const given = files.map(({ name, text }) => ({ name, content: new TextEncoder().encode(text).buffer }));
  const click = () => guarded(() => check(given, [0, 1]));
  return make("li", {}, make("button", { type: "button", click }, make("b", {}, title), make("span", {}, about)));
}

at("files").addEventListener("change", async (event) => {
  const files = [...event.target.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  event.target.value = "";
  add(await held(files));
});
at("check").addEventListener("click", () => guarded(() => check(chosen, places())));
at("clear").addEventListener("click", clear);
at("cancel").addEventListener("click", cancel);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
document.addEventListener("dragleave", () => document.body.classList.remove("over"));
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  add(await held(await dropped(event.dataTransfer)));
});
at("gallery").append(...JSON.parse(at("gallery-files").textContent).map(example));
worker = started();
