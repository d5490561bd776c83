import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { TextPage } from './TextPage.tsx'

export function AboutScreen() {
  return (
    <TextPage
      title="About Wrenchlist"
      actions={
        <LinkButton variant="primary" to={links.builder()}>
          Build a Kit
        </LinkButton>
      }
    >
      <p>
        Create part kits for any car, save for later and share with others. A kit is everything a
        job needs in one list: the parts with their numbers, how many, what they cost, and your
        notes on how it is done.
      </p>

      <h2>Made for where the work is</h2>
      <p>
        Lists are written at a desk and used under a car, in a garage without signal. So Wrenchlist
        keeps your work on your device first. Everything can be read and changed offline, and
        changes send themselves when there is a signal again. It always says what has been sent and
        what still waits.
      </p>

      <h2>One link for the job</h2>
      <p>
        Every list has a short link. Whoever opens it sees the parts and the total, needs no
        account, and can make the list their own without touching yours. With an account you save
        finished kits, have them on all your devices, and talk about them in comments.
      </p>

      <h2>How it pays for itself</h2>
      <p>
        We may earn when you buy through a link. That does not affect products, prices or order. The{' '}
        <Link to={links.disclosure()}>Affiliate Disclosure</Link> has the details.
      </p>

      <h2>The mark</h2>
      <p>
        Mechanics draw a stripe of paint from a bolt onto the part it holds. As long as the stripe
        is whole, nothing has moved. Ours says the same about your lists: a whole stripe means that
        they are safe on the server, a broken one that something still waits.
      </p>

      <h2>Say hello</h2>
      <p>
        Questions, faults and ideas are welcome: <Link to={links.contact()}>Contact</Link>. The
        small print is in the <Link to={links.terms()}>Terms of Service</Link> and the{' '}
        <Link to={links.privacy()}>Privacy Policy</Link>.
      </p>
    </TextPage>
  )
}
