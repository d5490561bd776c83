import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { longDay, TextPage } from './TextPage.tsx'

const LAST_UPDATED = new Date(2025, 7, 23)
const MINIMUM_AGE = 13

export function TermsScreen() {
  return (
    <TextPage title={t('Terms of Service')} updated={longDay(LAST_UPDATED)}>
      <p>
        <T text="Wrenchlist lets you plan a car repair as a kit of parts, keep it, and share it with a link. By using it you agree to these terms. If you do not agree, please do not use it." />
      </p>

      <h2>{t('Who may use it')}</h2>
      <p>
        {t(
          'You must be at least {minimumAge} years old. If you are not of age where you live, a parent or guardian has to agree to these terms with you.',
          { minimumAge: MINIMUM_AGE },
        )}
      </p>

      <h2>{t('Your account')}</h2>
      <p>
        <T text="You can build lists without an account. Saving kits and writing comments needs one. Give a true e-mail address, keep your password to yourself, and tell us when you think somebody else uses your account. You are responsible for what is done with it." />
      </p>

      <h2>{t('What you write')}</h2>
      <p>
        <T text="Your kits, notes and comments stay yours. You allow us to store them and to show them to those who may see them: everybody for a public kit, everybody who has the link for a list that is not public. Anybody who can see a kit may copy it into one of their own." />
      </p>
      <p>{t('Please do not use Wrenchlist to publish anything that')}</p>
      <ul>
        <li>{t('is against the law, or takes what belongs to somebody else;')}</li>
        <li>{t('insults, threatens or deceives people, or gives away their private data;')}</li>
        <li>{t('is advertising nobody asked for, or leads to harmful software;')}</li>
        <li>{t('tries to break the service, or to get at what is not yours.')}</li>
      </ul>
      <p>
        <T text="We may hide or delete what breaks these rules, and suspend accounts that do so repeatedly or badly." />
      </p>

      <h2>{t('Repair at your own risk')}</h2>
      <p>
        <T text="Part numbers, prices, quantities, torque values and instructions in kits are written by the people who made them. We do not check them. Whether a part fits and a repair is safe is yours to decide: follow the manual of the vehicle, and ask a mechanic when you are not sure." />
      </p>

      <h2>{t('Shops and prices')}</h2>
      <p>
        <T
          text="We sell no parts. Links lead to shops that are not ours; what you buy there is between you and the shop. Prices and availability are subject to change. We may earn by some of these links, see the <disclosure>Affiliate Disclosure</disclosure>."
          disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
        />
      </p>

      <h2>{t('The service')}</h2>
      <p>
        <T text="Wrenchlist is provided as it is, without a promise that it always works or fits a purpose. As far as the law allows, we are not liable for damage that comes from using it or from not being able to. Nothing here limits rights that the law gives you and that cannot be given up." />
      </p>
      <p>
        <T text="You may stop at any time and ask for your account to be deleted in My account. We may change or end the service; where that touches what you have stored, we say so beforehand if we can." />
      </p>

      <h2>{t('Changes')}</h2>
      <p>
        <T text="When these terms change, the date above changes with them. Whoever goes on using Wrenchlist after that agrees to the new text." />
      </p>

      <h2>{t('Questions')}</h2>
      <p>
        <T
          text="Write to us: <contact>Contact</contact>. How we treat personal data is in the <privacy>Privacy Policy</privacy>."
          contact={(text) => <Link to={links.contact()}>{text}</Link>}
          privacy={(text) => <Link to={links.privacy()}>{text}</Link>}
        />
      </p>
    </TextPage>
  )
}
