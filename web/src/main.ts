// The first script, which is small: theme and text size are right from the first frame on, and the words are on
// their way while the page itself is still being read.
import './styles/base.css';
import { languageOf, readSettings, showLook } from './lib/preferences';
import { loadWords } from './lib/words';

const settings = readSettings();
showLook(settings);
void loadWords(languageOf(settings));
void import('./start');
