/** The places of the app: on a phone tabs below, at the desk links in the header. */
import { links } from '#shared/links.ts'
import { type Later, later } from '#shared/words/words.ts'
import {
  ClipboardListIcon,
  LayersIcon,
  ReceiptIcon,
  UserIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'

interface Place {
  name: Later
  to: string
  Icon: typeof UserIcon
  /** Other addresses that belong there begin with one of these. */
  inside?: readonly string[]
}

export const PLACES: readonly Place[] = [
  { name: later('Builder'), to: links.builder(), Icon: ClipboardListIcon },
  {
    name: later('Kits'),
    to: links.kits(),
    Icon: LayersIcon,
    inside: ['kit', 'list', 'link', 'pass', 'k', 'share'],
  },
  { name: later('Log'), to: links.maintenance(), Icon: WrenchIcon, inside: ['garage'] },
  {
    name: later('Prices'),
    to: links.prices(),
    Icon: ReceiptIcon,
    inside: ['parts', 'product', 'basket'],
  },
]

/** What is one's own: the account, and this device without one. */
export const ME: Place = {
  name: later('Me'),
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
