// A page that only has texts.

import { byId } from "./dom.js";
import { otherLanguage, setTexts } from "./texts.js";

setTexts();
byId("language").addEventListener("click", otherLanguage);
