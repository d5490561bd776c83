/** Global actions, settings, and pages. */
import type { Account } from '../../data/device/account.ts'
import type { Item } from './item.ts'

import { links } from '#shared/links.ts'
import { may } from '#shared/roles.ts'
import { t } from '#shared/words/words.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import {
  CarIcon,
  ContrastIcon,
  DevicesIcon,
  InfoIcon,
  KeyIcon,
  LayersIcon,
  LogOutIcon,
  MailIcon,
  PlusIcon,
  ReceiptIcon,
  ListIcon,
  SaveIcon,
  ScanIcon,
  ThemeIcon,
  TrashIcon,
  UploadIcon,
  UserIcon,
  WarningIcon,
  WrenchIcon,
} from '../../ui/blocks/icons.tsx'
import {
  chooseContrast,
  chooseDensity,
  chooseTheme,
  useLook,
  type Theme,
  mayBeCompact,
} from '../../ui/look/theme.ts'

const go = (does: string, title: string, icon: Item['icon'], alias = ''): Item => ({
  key: `go ${does} ${title}`,
  title,
  icon,
  alias,
  does,
})

const set = (
  name: string,
  title: string,
  icon: Item['icon'],
  alias: string,
  does: () => void,
): Item => ({ key: `do ${name}`, title, icon, alias, does })

/** @param here path to return to after the login */
export function actions(account: Account | null, here: string): Item[] {
  return [
    go(links.builder(), t('New build'), <PlusIcon />, 'kit create start builder'),
    go(links.receive(), t('Receive a kit'), <ScanIcon />, 'scan qr code camera file link open'),
    go(
      links.receive(),
      t('Import a list of parts'),
      <UploadIcon />,
      'csv paste table cart json file',
    ),
    ...(account && !account.isExpired
      ? []
      : [
          // Stable key: `here` varies.
          {
            ...go(links.login(here), t('Sign In'), <UserIcon />, 'login log in'),
            key: 'go sign in',
          },
        ]),
    ...(account
      ? [set('log out', t('Log Out'), <LogOutIcon />, 'logout sign out', askLogOut)]
      : [go(links.register(), t('Create Account'), <UserIcon />, 'register sign up')]),
  ]
}

const THEMES: readonly [theme: Theme, name: string, alias: string][] = [
  ['auto', 'Auto', 'system'],
  ['light', 'Light', 'bright day'],
  ['dark', 'Dark', 'night black'],
]

export function settings(account: Account | null): Item[] {
  const { theme: chosen, contrast, density } = useLook.getState()
  const isHigh = contrast === 'high'
  const isCompact = density === 'compact'
  const of = (part: string) => `${links.account()}#${part}`
  return [
    ...THEMES.map(([theme, name, alias]) => {
      const title = t('Appearance: {name}', { name })
      const words = `theme colours mode settings ${alias}`
      const item = set(`theme ${theme}`, title, <ThemeIcon />, words, () => chooseTheme(theme))
      return { ...item, detail: theme === chosen ? 'Chosen' : undefined }
    }),
    set(
      'contrast',
      isHigh ? t('Contrast: Normal') : t('Contrast: High'),
      <ContrastIcon />,
      'gloves sun bright appearance settings',
      () => chooseContrast(isHigh ? 'normal' : 'high'),
    ),
    ...(mayBeCompact()
      ? [
          set(
            'rows',
            isCompact ? t('Rows of tables: Roomy') : t('Rows of tables: Compact'),
            <ListIcon />,
            'density small dense appearance settings',
            () => chooseDensity(isCompact ? 'roomy' : 'compact'),
          ),
        ]
      : []),
    go(of('backup'), t('Backup of everything on this device'), <SaveIcon />, 'save restore export'),
    go(of('vehicle-data'), t('Vehicle data for VINs'), <CarIcon />, 'download offline'),
    ...(account
      ? [
          go(of('sign-in'), t('Email and password'), <KeyIcon />, 'change account'),
          go(of('devices'), t('Signed-in devices'), <DevicesIcon />, 'sessions'),
          go(of('delete'), t('Delete account'), <TrashIcon />),
        ]
      : []),
  ]
}

export function places(account: Account | null): Item[] {
  return [
    go(links.kits(), 'Kits', <LayersIcon />, 'all mine list'),
    go(links.parts(), t('Find parts'), <ReceiptIcon />, 'search catalogue prices brand number'),
    go(links.prices(), 'Prices', <ReceiptIcon />, 'watched basket'),
    go(links.maintenance(), t('Maintenance log'), <WrenchIcon />, 'due service history'),
    go(links.account(), t('My Account'), <UserIcon />, 'settings profile'),
    ...(account && may(account, 'catalogue')
      ? [go(links.admin(), t('Admin Dashboard'), <WarningIcon />, 'catalogue')]
      : []),
    ...(account && may(account, 'moderator')
      ? [go(links.adminAccounts(), t('Accounts and reports'), <WarningIcon />, 'admin users')]
      : []),
    ...(account?.isAdmin
      ? [go(links.adminErrors(), t('Error monitoring'), <WarningIcon />, 'admin')]
      : []),
    go(links.home(), 'Home', <InfoIcon />, 'start landing'),
    go(links.about(), 'About', <InfoIcon />),
    go(links.contact(), 'Contact', <MailIcon />, 'help write'),
    go(links.privacy(), t('Privacy Policy'), <InfoIcon />),
    go(links.terms(), t('Terms of Service'), <InfoIcon />),
    go(links.disclosure(), t('Affiliate Disclosure'), <InfoIcon />),
  ]
}
