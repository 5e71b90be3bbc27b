import { useState } from 'react';
import { signOut, useMe } from '../api/me';
import { OwnGrants } from '../grants/own-grants';
import { languages, offered, remember, type LanguageCode } from '../texts/languages';
import { useLanguage, useTexts } from '../texts/texts';
import { accountsAddressFor, hostedPage, signInAddressFor } from '../api/addresses';
import { Avatar } from '../ui/avatar';
import { Button, ButtonLink } from '../ui/button';
import { Fact, Facts } from '../ui/facts';
import { Select } from '../ui/field';
import { rowClass } from '../ui/card';
import { PageFrame } from '../ui/page';
import { Notice, useProblemText } from '../ui/states';
import { OwnName } from './own-name';
import { OwnPassword } from './own-password';
import { OwnSessions } from './own-sessions';
import { SecondFactor } from './second-factor';
import styles from './me.module.css';

/** The person who is signed in: how they are called, how and where they sign in, their language, and the way out. */
export function MePage() {
  const { nav, me: texts, own, roles } = useTexts();
  const { user, account, accounts } = useMe();
  const code = useLanguage();
  const name = user.name ?? user.email;
  const [open, setOpen] = useState<'name' | 'password' | null>(null);
  const close = () => setOpen(null);
  const speak = (next: LanguageCode) => {
    remember(next);
    const url = new URL(location.href);
    url.searchParams.delete('language');
    location.replace(url);
  };
  // Whoever shows the pseudo-language can leave it.
  const choices = offered.includes(code) ? offered : [...offered, code];
  return (
    <PageFrame title={nav.you}>
      <section className={styles.card}>
        <div className={styles.person}>
          <Avatar name={name} />
          <div className={styles.who}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p className={styles.quiet}>
              <bdi>{user.email}</bdi>
            </p>
          </div>
        </div>
        <Facts>
          <Fact label={texts.account}>
            <bdi>{account.name}</bdi>
          </Fact>
          <Fact label={texts.role}>{roles[user.role ?? ''] ?? user.role}</Fact>
        </Facts>
        <div className={rowClass}>
          <Button onPress={() => setOpen('name')}>{own.changeName}</Button>
          <Button onPress={() => setOpen('password')}>{own.changePassword}</Button>
          {accounts.length > 1 && (
            <ButtonLink href={accountsAddressFor(document.baseURI)}>{texts.otherAccount}</ButtonLink>
          )}
          <SignOut />
        </div>
      </section>
      <section className={styles.card}>
        <div className={styles.language}>
          <Select
            label={nav.language}
            value={code}
            options={choices.map((id) => ({ id, label: languages[id].name }))}
            onChange={speak}
          />
        </div>
        <div>
          <ButtonLink href={hostedPage('docs')}>{nav.docs}</ButtonLink>
        </div>
      </section>
      <SecondFactor />
      <OwnSessions />
      <OwnGrants />
      {open === 'name' && <OwnName onClose={close} />}
      {open === 'password' && <OwnPassword onClose={close} />}
    </PageFrame>
  );
}

function SignOut() {
  const { nav } = useTexts();
  const say = useProblemText();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOut();
      location.assign(signInAddressFor(document.baseURI));
    } catch (error) {
      setProblem(say(error));
      setBusy(false);
    }
  };
  return (
    <div>
      {problem !== undefined && <Notice>{problem}</Notice>}
      <Button isDisabled={isBusy} onPress={() => void leave()}>
        {nav.signOut}
      </Button>
    </div>
  );
}
