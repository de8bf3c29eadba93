// The first script, which is small: the theme is right from the first frame on, and the words are on
// their way while the page itself is still being read.
import './styles/base.css';
import { languageOf, readSettings, showTheme } from './lib/preferences';
import { loadWords } from './lib/words';

const settings = readSettings();
showTheme(settings.theme);
void loadWords(languageOf(settings));
void import('./start');
