import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'

import { PrivacyScreen } from './PrivacyScreen.tsx'
import { TermsScreen } from './TermsScreen.tsx'
import { links } from '#shared/links.ts'
import { t, byLanguage } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { TextPage } from './TextPage.tsx'

const PAGES: Record<string, ComponentType> = {
  about: AboutScreen,
  'affiliate-disclosure': DisclosureScreen,
  disclosure: DisclosureScreen,
  'privacy-policy': PrivacyScreen,
  'terms-of-service': TermsScreen,
}

/** Text pages in one chunk: each of its own would slow every start. */
export function TextScreen({ id }: { id: string }) {
  const Page = PAGES[id.toLowerCase()] ?? AboutScreen
  return <Page />
}

function AboutScreen() {
  return (
    <TextPage
      title={t('About Wrenchlist')}
      actions={
        <LinkButton variant="primary" to={links.builder()}>
          {t('Build a Kit')}
        </LinkButton>
      }
    >
      <p>
        <T text="Create part kits for any car, save for later and share with others. A kit is everything a job needs in one list: the parts with their numbers, how many, what they cost, and your notes on how it is done." />
      </p>

      <h2>{t('Made for where the work is')}</h2>
      <p>
        <T text="Lists are written at a desk and used under a car, in a garage without signal. So Wrenchlist keeps your work on your device first. Everything can be read and changed offline, and changes send themselves when there is a signal again. It always says what has been sent and what still waits." />
      </p>

      <h2>{t('One link for the job')}</h2>
      <p>
        <T text="Every list has a short link. Whoever opens it sees the parts and the total, needs no account, and can make the list their own without touching yours. With an account you save finished kits, have them on all your devices, and talk about them in comments." />
      </p>

      <h2>{t('How it pays for itself')}</h2>
      <p>
        <T
          text="We may earn when you buy through a link. That does not affect products, prices or order. The <disclosure>Affiliate Disclosure</disclosure> has the details."
          disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
        />
      </p>

      <h2>{t('The mark')}</h2>
      <p>
        <T text="Mechanics draw a stripe of paint from a bolt onto the part it holds. As long as the stripe is whole, nothing has moved. Ours says the same about your lists: a whole stripe means that they are safe on the server, a broken one that something still waits." />
      </p>

      <h2>{t('Say hello')}</h2>
      <p>
        <T
          text="Questions, faults and ideas are welcome: <contact>Contact</contact>. The small print is in the <terms>Terms of Service</terms> and the <privacy>Privacy Policy</privacy>."
          contact={(text) => <Link to={links.contact()}>{text}</Link>}
          terms={(text) => <Link to={links.terms()}>{text}</Link>}
          privacy={(text) => <Link to={links.privacy()}>{text}</Link>}
        />
      </p>
    </TextPage>
  )
}

const LAST_UPDATED = new Date(2025, 7)
const months = byLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }))

function DisclosureScreen() {
  return (
    <TextPage
      title={t('Affiliate Disclosure')}
      updated={months().format(LAST_UPDATED)}
      actions={
        <>
          <LinkButton to={links.login()}>{t('Log in')}</LinkButton>
          <LinkButton variant="primary" to={links.register()}>
            {t('Register')}
          </LinkButton>
        </>
      }
    >
      <p>
        <T text="Wrenchlist may earn affiliate compensation from linked retailers. When you follow a link to a shop and buy something there, the shop may pay us a commission. You pay the same price." />
      </p>

      <h2>{t('What it does not change')}</h2>
      <p>
        <T text="Compensation does not affect products, prices or order: not which parts and shops are shown, not the prices shown for them, and not the order they stand in. Offers are sorted by what you would pay." />
      </p>

      <h2>{t('Amazon Associates')}</h2>
      <p>
        <T text="We are a participant in the Amazon Associates Program, an affiliate advertising programme designed to provide a means for sites to earn advertising fees by advertising and linking to Amazon. As an Amazon Associate we earn from qualifying purchases." />
      </p>

      <h2>{t('Links that people add')}</h2>
      <p>
        <T text="The links in a kit were put there by whoever made the kit. Wrenchlist has not checked the shops behind them. Every Buy button says which shop it leads to before you press it, and opens in a new tab." />
      </p>

      <h2>{t('Prices')}</h2>
      <p>
        <T text="Prices and availability are subject to change. What counts is what the shop shows when you buy." />
      </p>

      <h2>{t('Questions')}</h2>
      <p>
        <T
          text="Write to us: <contact>Contact</contact>."
          contact={(text) => <Link to={links.contact()}>{text}</Link>}
        />
      </p>
    </TextPage>
  )
}
