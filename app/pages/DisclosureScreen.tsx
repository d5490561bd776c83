import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { byLanguage, t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { TextPage } from './TextPage.tsx'

const LAST_UPDATED = new Date(2025, 7)
const months = byLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }))

export function DisclosureScreen() {
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
        {t(
          'Wrenchlist may earn affiliate compensation from linked retailers. When you follow a link to a shop and buy something there, the shop may pay us a commission. You pay the same price.',
        )}
      </p>

      <h2>{t('What it does not change')}</h2>
      <p>
        {t(
          'Compensation does not affect products, prices or order: not which parts and shops are shown, not the prices shown for them, and not the order they stand in. Offers are sorted by what you would pay.',
        )}
      </p>

      <h2>{t('Amazon Associates')}</h2>
      <p>
        {t(
          'We are a participant in the Amazon Associates Program, an affiliate advertising programme designed to provide a means for sites to earn advertising fees by advertising and linking to Amazon. As an Amazon Associate we earn from qualifying purchases.',
        )}
      </p>

      <h2>{t('Links that people add')}</h2>
      <p>
        {t(
          'The links in a kit were put there by whoever made the kit. Wrenchlist has not checked the shops behind them. Every Buy button says which shop it leads to before you press it, and opens in a new tab.',
        )}
      </p>

      <h2>{t('Prices')}</h2>
      <p>
        {t(
          'Prices and availability are subject to change. What counts is what the shop shows when you buy.',
        )}
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
