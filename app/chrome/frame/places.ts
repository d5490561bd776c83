/** Main navigation: tabs on a phone, header links at the desk. */
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
  /** Address prefixes that belong to the place. */
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

/** The account, or without one this device. */
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
