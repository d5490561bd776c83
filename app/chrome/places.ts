/** The places of the app: on a phone tabs below, at the desk links in the header. */
import { links } from '#shared/links.ts'
import { ClipboardListIcon, LayersIcon, ReceiptIcon, UserIcon, WrenchIcon } from '../ui/icons.tsx'

interface Place {
  name: string
  to: string
  Icon: typeof UserIcon
  /** Other addresses that belong there begin with one of these. */
  inside?: readonly string[]
}

export const PLACES: readonly Place[] = [
  { name: 'Builder', to: links.builder(), Icon: ClipboardListIcon },
  {
    name: 'Kits',
    to: links.kits(),
    Icon: LayersIcon,
    inside: ['kit', 'list', 'link', 'pass', 'k', 'share'],
  },
  { name: 'Log', to: links.maintenance(), Icon: WrenchIcon, inside: ['garage'] },
  { name: 'Prices', to: links.prices(), Icon: ReceiptIcon, inside: ['parts', 'product', 'basket'] },
]

/** What is one's own: the account, and this device without one. */
export const ME: Place = {
  name: 'Me',
  to: links.account(),
  Icon: UserIcon,
  inside: [
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'verify-email',
    'unsubscribe',
    'admin',
  ],
}
