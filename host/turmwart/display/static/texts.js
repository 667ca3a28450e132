// Texts in two languages. Everything is set as text, never as HTML.

const CHOICE = "turmwart.language";
const fetched = await (await fetch("/static/texts.json")).json();

function fromBrowser() {
  const wanted = navigator.languages?.find((tag) => /^(de|en)\b/i.test(tag)) ?? "en";
  return wanted.slice(0, 2).toLowerCase();
}

function remembered() {
  try {
    const choice = localStorage.getItem(CHOICE);
    return choice === "de" || choice === "en" ? choice : null;
  } catch {
    return null; // storage is forbidden: the browser's language will do
  }
}

let language = remembered() ?? fromBrowser();

export const spoken = () => language;

// A key that is not in the catalogue says nothing.
export function t(key, facts = {}) {
  return words(fetched[key]).replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

// Picks the language of a text that came with the view.
export const words = (text) => (text ? text[language] : "");

export function setTexts(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
  }
  for (const element of root.querySelectorAll("[data-title]")) {
    element.title = t(element.dataset.title);
  }
}

export function otherLanguage() {
  language = language === "de" ? "en" : "de";
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // storage is forbidden: the choice lasts as long as the page
  }
  setTexts();
}
