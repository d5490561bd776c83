import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { TextPage } from './TextPage.tsx'

const LAST_UPDATED = 'August 23, 2025'
/** After the deletion of an account that was not banned. */
const EMAIL_KEPT_DAYS = 30
const REQUEST_DAYS = 30

export function PrivacyScreen() {
  return (
    <TextPage title="Privacy Policy" updated={LAST_UPDATED}>
      <p>
        This page says what Wrenchlist stores about you, where, what for, and how you get rid of it.
        We do not sell personal data.
      </p>

      <h2>On your device</h2>
      <p>
        Wrenchlist works without signal, so your browser keeps what you write: your kits and drafts,
        comments that wait to be sent, the kits you opened, your settings, and your login while you
        are signed in. It stays there until you remove it, by logging out, by deleting the kit, or
        by clearing the site's data in your browser.
      </p>
      <p>
        Without an account your device also holds a random key. It proves that a draft is yours, and
        says nothing about who you are.
      </p>

      <h2>On our server</h2>
      <ul>
        <li>
          <b>Kits and drafts</b>: sent as you write them, so that their link works. A draft made
          without an account is found by nobody who does not have its link, and search engines are
          told to leave it out. A kit you save is public, unless you choose otherwise; where
          somebody has copied it, the copy names it and your username. Earlier versions are yours
          alone.
        </li>
        <li>
          <b>Comments</b>: public below the kit, with your username.
        </li>
        <li>
          <b>Your account</b>: username, e-mail address, when it was made, and your password in a
          form from which it cannot be read back. Your e-mail address is never shown to others.
        </li>
        <li>
          <b>Where you are signed in</b>: the kind of browser and when it was last used, so that you
          can end a login you do not know.
        </li>
        <li>
          <b>What you wait for and are told</b>, with an account only: the parts and baskets you
          watch, how you want to be told, and of each device you turn on the address its browser’s
          push service gave it. That service passes on what only your browser can read.
        </li>
        <li>
          <b>Contact messages</b>: the name, e-mail address and text you send us, to answer you.
        </li>
        <li>
          <b>Technical records</b>: your network address, for a short time, to limit abuse; and
          reports of errors in the app, to mend them.
        </li>
      </ul>

      <h2>What we use it for</h2>
      <p>
        To run Wrenchlist: to keep your kits on all your devices, to show shared kits to those who
        have the link, to send the e-mails an account needs (confirming your address, a new
        password, a notice of a change), to tell you what you asked to be told, and to keep the
        service safe. E-mails are delivered by a mail provider, who gets your address for that and
        nothing else.
      </p>

      <h2>Cookies and similar storage</h2>
      <p>
        Until you choose, there is only the storage that is necessary for Wrenchlist to work. No
        analytics service is set up by default. Should one be set up, nothing is sent to it before
        you agree, and Reject is as easy as Accept. You can change your choice any time under Cookie
        Settings at the bottom of each page.
      </p>

      <h2>Shops</h2>
      <p>
        A Buy button takes you to a shop, whose own privacy policy applies there. See the{' '}
        <Link to={links.disclosure()}>Affiliate Disclosure</Link> for how we may earn by that.
      </p>

      <h2>How long we keep it</h2>
      <ul>
        <li>Kits and comments: until you delete them.</li>
        <li>
          After a request to delete your account, which is carried out within {REQUEST_DAYS} days:
          your kits are erased. A public kit that others have copied or commented on stays without
          your name, and so do your comments, as those of a deleted user.
        </li>
        <li>
          Your e-mail address: at most {EMAIL_KEPT_DAYS} days after your account was deleted, so
          that a deletion made by mistake or by somebody else can be cleared up. The address of an
          account that was banned may be kept longer, so that the ban holds.
        </li>
        <li>
          Notes that we write about an account while we look after it: until the account is deleted.
          They are in the file of all that is stored of it.
        </li>
        <li>Contact messages: at most a year.</li>
        <li>Logins: a week after they ended.</li>
        <li>Reports of errors: until they were not seen for 90 days.</li>
      </ul>

      <h2>Your rights</h2>
      <p>
        You can see and change what you stored in Wrenchlist itself, and ask for your account to be
        deleted in <Link to={links.account()}>My account</Link>. Depending on where you live the law
        gives you more: a copy of your data, its correction or deletion, an objection, a complaint
        to an authority. Write to us: <Link to={links.contact()}>Contact</Link>.
      </p>

      <h2>Children</h2>
      <p>
        Wrenchlist is not for children under 13, and we do not knowingly keep data of them. If you
        think that a child has an account, please tell us.
      </p>

      <h2>Changes</h2>
      <p>When this policy changes, the date above changes with it.</p>
    </TextPage>
  )
}
