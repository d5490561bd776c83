import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import styles from '../../forms/forms.module.css'
import { Column } from '../../forms/FormParts.tsx'

/** Replaces a form that is useless to a signed-in user. */
export function SignedIn({
  title,
  username,
  next,
}: {
  title: string
  username: string
  next: string
}) {
  return (
    <Column title={title}>
      <div className={`card ${styles.pad} ${styles.text}`}>
        <p>
          <T text="You are signed in as {username}." username={<b>{username}</b>} />
        </p>
        <div className={styles.buttons}>
          <LinkButton variant="primary" to={next}>
            {next === '/' ? t('Go to Home') : t('Go on')}
          </LinkButton>
          <LinkButton to={links.account()}>{t('My Account')}</LinkButton>
          <Button onClick={askLogOut}>{t('Log Out')}</Button>
        </div>
      </div>
    </Column>
  )
}
