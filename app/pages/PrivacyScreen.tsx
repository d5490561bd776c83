import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { longDay, TextPage } from './TextPage.tsx'

const LAST_UPDATED = new Date(2025, 7, 23)
/** After the deletion of an account that was not banned. */
const EMAIL_KEPT_DAYS = 30
const REQUEST_DAYS = 30

export function PrivacyScreen() {
  return (
    <TextPage title={t('Privacy Policy')} updated={longDay(LAST_UPDATED)}>
      <p>
        <T text="This page says what Wrenchlist stores about you, where, what for, and how you get rid of it. We do not sell personal data." />
      </p>

      <h2>{t('On your device')}</h2>
      <p>
        {t(
          "Wrenchlist works without signal, so your browser keeps what you write: your kits and drafts, comments that wait to be sent, the kits you opened, your settings, and your login while you are signed in. It stays there until you remove it, by logging out, by deleting the kit, or by clearing the site's data in your browser.",
        )}
      </p>
      <p>
        <T text="Without an account your device also holds a random key. It proves that a draft is yours, and says nothing about who you are." />
      </p>

      <h2>{t('On our server')}</h2>
      <ul>
        <li>
          <T text="<b>Kits and drafts</b>: sent as you write them, so that their link works. A draft made without an account is found by nobody who does not have its link, and search engines are told to leave it out. A kit you save is public, unless you choose otherwise; where somebody has copied it, the copy names it and your username. Earlier versions are yours alone." />
        </li>
        <li>
          <T text="<b>Comments</b>: public below the kit, with your username." />
        </li>
        <li>
          <T text="<b>Your account</b>: username, e-mail address, when it was made, and your password in a form from which it cannot be read back. Your e-mail address is never shown to others." />
        </li>
        <li>
          <T text="<b>Where you are signed in</b>: the kind of browser and when it was last used, so that you can end a login you do not know." />
        </li>
        <li>
          <T text="<b>What you wait for and are told</b>, with an account only: the parts and baskets you watch, how you want to be told, and of each device you turn on the address its browser’s push service gave it. That service passes on what only your browser can read." />
        </li>
        <li>
          <T text="<b>Contact messages</b>: the name, e-mail address and text you send us, to answer you." />
        </li>
        <li>
          <T text="<b>Technical records</b>: your network address, for a short time, to limit abuse; and reports of errors in the app, to mend them." />
        </li>
      </ul>

      <h2>{t('What we use it for')}</h2>
      <p>
        <T text="To run Wrenchlist: to keep your kits on all your devices, to show shared kits to those who have the link, to send the e-mails an account needs (confirming your address, a new password, a notice of a change), to tell you what you asked to be told, and to keep the service safe. E-mails are delivered by a mail provider, who gets your address for that and nothing else." />
      </p>

      <h2>{t('Cookies and similar storage')}</h2>
      <p>
        <T text="Until you choose, there is only the storage that is necessary for Wrenchlist to work. No analytics service is set up by default. Should one be set up, nothing is sent to it before you agree, and Reject is as easy as Accept. You can change your choice any time under Cookie Settings at the bottom of each page." />
      </p>

      <h2>{t('Shops')}</h2>
      <p>
        <T
          text="A Buy button takes you to a shop, whose own privacy policy applies there. See the <disclosure>Affiliate Disclosure</disclosure> for how we may earn by that."
          disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
        />
      </p>

      <h2>{t('How long we keep it')}</h2>
      <ul>
        <li>{t('Kits and comments: until you delete them.')}</li>
        <li>
          {t(
            'After a request to delete your account, which is carried out within {requestDays} days: your kits are erased. A public kit that others have copied or commented on stays without your name, and so do your comments, as those of a deleted user.',
            { requestDays: REQUEST_DAYS },
          )}
        </li>
        <li>
          {t(
            'Your e-mail address: at most {emailKeptDays} days after your account was deleted, so that a deletion made by mistake or by somebody else can be cleared up. The address of an account that was banned may be kept longer, so that the ban holds.',
            { emailKeptDays: EMAIL_KEPT_DAYS },
          )}
        </li>
        <li>
          <T text="Notes that we write about an account while we look after it: until the account is deleted. They are in the file of all that is stored of it." />
        </li>
        <li>{t('Contact messages: at most a year.')}</li>
        <li>{t('Logins: a week after they ended.')}</li>
        <li>{t('Reports of errors: until they were not seen for 90 days.')}</li>
      </ul>

      <h2>{t('Your rights')}</h2>
      <p>
        <T
          text="You can see and change what you stored in Wrenchlist itself, and ask for your account to be deleted in <account>My account</account>. Depending on where you live the law gives you more: a copy of your data, its correction or deletion, an objection, a complaint to an authority. Write to us: <contact>Contact</contact>."
          account={(text) => <Link to={links.account()}>{text}</Link>}
          contact={(text) => <Link to={links.contact()}>{text}</Link>}
        />
      </p>

      <h2>{t('Children')}</h2>
      <p>
        <T text="Wrenchlist is not for children under 13, and we do not knowingly keep data of them. If you think that a child has an account, please tell us." />
      </p>

      <h2>{t('Changes')}</h2>
      <p>{t('When this policy changes, the date above changes with it.')}</p>
    </TextPage>
  )
}
