import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app';
import { currentLanguage, languages } from './texts/languages';

const code = currentLanguage();
createRoot(document.getElementById('root')!).render(<App code={code} texts={languages[code].load()} />);
