import { type DeskMerchant, deskMerchants } from '#shared/catalogue/correction.ts'

import { useCallback, useState } from 'react'

import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import type { Act, Acts } from '../desk/acts.tsx'
import { readPage } from '../desk/adminData.ts'
import { AdminForm } from '../desk/AdminForm.tsx'
import { AdminList } from '../desk/AdminList.tsx'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { MerchantTerms, termsWords } from './MerchantTerms.tsx'
import { usePages } from '../desk/usePages.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { editMerchant, merchantsPath } from './correctionsData.ts'

/** Corrections of merchants: rename, hide, merge, remove. */
export function DeskMerchants({
  onRemoved,
  onParts,
}: {
  onRemoved: () => void
  /** Shows a merchant's parts. */
  onParts: (merchant: DeskMerchant) => void
}) {
  const [q, setQ] = useState('')
  const from = usePages(merchantsPath(q), deskMerchants, ({ merchants }) => merchants)

  function actsOn(merchant: DeskMerchant): Acts {
    const { id, name, said, isHidden } = merchant
    const saying = (title: string) => ({ title, text: name })
    return [
      { name: t('Parts'), label: t('Parts of {name}', { name }), onPress: () => onParts(merchant) },
      {
        name: t('Change'),
        label: t('Change the terms of {name}', { name }),
        form: (onClose) => (
          <MerchantTerms
            merchant={merchant}
            onDone={() => {
              onClose()
              from.reload()
            }}
            onCancel={onClose}
          />
        ),
      },
      {
        name: t('Rename'),
        label: t('Rename {name}', { name }),
        form: (onClose) => (
          <AdminForm
            aria-label={t('Name of {name}', { name })}
            initial={{ name }}
            fields={() => ({
              name: {
                label: t('Name'),
                missing: t('Name is required'),
                max: PART_LIMITS.merchant,
              },
            })}
            submit={[t('Save the name')]}
            cancel={t('Cancel')}
            said={saying(t('Merchant renamed'))}
            send={(typed) => editMerchant(id, { action: 'rename', name: typed.name.trim() })}
            onDone={() => {
              onClose()
              from.reload()
            }}
            onCancel={onClose}
          />
        ),
      },
      said !== null && {
        name: t('Take back'),
        label: t('Take back the name {name}', { name }),
        call: () => editMerchant(id, { action: 'takeBackName' }),
        said: saying(t('Name taken back')),
      },
      isHidden
        ? {
            name: t('Show again'),
            label: t('Show again {name}', { name }),
            call: () => editMerchant(id, { action: 'show' }),
            said: saying(t('Merchant shown again')),
          }
        : {
            name: t('Hide'),
            label: t('Hide {name}', { name }),
            call: () => editMerchant(id, { action: 'hide' }),
            said: saying(t('Merchant hidden')),
          },
      {
        name: t('Merge'),
        label: t('Merge {name}', { name }),
        form: (onClose, press) => (
          <MergeChoice
            merchant={merchant}
            onMerge={(act) => {
              onClose()
              press(act)
            }}
            onClose={onClose}
          />
        ),
      },
      {
        name: t('Remove'),
        label: t('Remove {name}', { name }),
        variant: 'danger',
        question: {
          title: t('Remove {name}?', { name }),
          words: [t('Remove the merchant'), t('Removing...')],
          text: t(
            'Its offers and their past prices are deleted for good. No file brings it back, until you let it in again below.',
          ),
        },
        call: async () => {
          await editMerchant(id, { action: 'remove' })
          onRemoved()
        },
        said: saying(t('Merchant removed')),
      },
    ]
  }

  return (
    <AdminList
      title={t('Merchants')}
      from={from}
      empty={t('No such merchants')}
      look="aside"
      search={{
        name: t('Merchants'),
        label: t('Find a merchant'),
        placeholder: t('Name'),
        maxLength: PART_LIMITS.merchant,
        onSearch: setQ,
      }}
      row={(merchant) => ({
        key: merchant.id,
        title: merchant.name,
        badges: [
          merchant.isHidden && [t('Hidden'), 'bad'],
          merchant.isDemo && [t('Demonstration data'), 'wait'],
        ],
        text: (
          <span className="num">
            {merchant.said !== null && t('Its sources call it “{said}”.', { said: merchant.said })}{' '}
            {termsWords(merchant)}
          </span>
        ),
        acts: actsOn(merchant),
      })}
    />
  )
}

/** Merge candidates shown. */
const MOST_OTHERS = 10

function mergeOf(merchant: DeskMerchant, into: DeskMerchant): Act {
  const { name } = merchant
  return {
    name: into.name,
    question: {
      title: t('Merge into {name}?', { name: into.name }),
      words: [t('Merge them'), t('Merging...')],
      text: t(
        'Offers of {name} become those of {other}, where that has none of the part. Files that name {name} mean {other} from now on. This cannot be undone.',
        { name, other: into.name },
      ),
    },
    call: () => editMerchant(merchant.id, { action: 'merge', into: into.id }),
    said: { title: t('Merchants merged'), text: name },
  }
}

function MergeChoice({
  merchant,
  onMerge,
  onClose,
}: {
  merchant: DeskMerchant
  onMerge: (act: Act) => void
  onClose: () => void
}) {
  const [q, setQ] = useState('')
  const read = useCallback(() => readPage(deskMerchants, merchantsPath(q)), [q])
  const { data } = useServerData(`merge-merchant:${q}`, read)
  const others = data?.merchants.filter(({ id }) => id !== merchant.id).slice(0, MOST_OTHERS) ?? []
  return (
    <div className={styles.form}>
      <DeskSearch
        name={t('The merchant that remains')}
        label={t('{name} is the same as', { name: merchant.name })}
        placeholder={t('Name')}
        maxLength={PART_LIMITS.merchant}
        onSearch={setQ}
      />
      <div className={styles.itemActions}>
        {others.map((other) => (
          <Button
            key={other.id}
            aria-label={t('{name}: merge into it', { name: other.name })}
            onClick={() => onMerge(mergeOf(merchant, other))}
          >
            {other.name}
          </Button>
        ))}
      </div>
      <div className={styles.itemActions}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}
