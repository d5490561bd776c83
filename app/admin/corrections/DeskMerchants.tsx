import { type DeskMerchant, deskMerchants } from '#shared/catalogue/correction.ts'
import { Typed } from '../../forms/Typed.tsx'

import { useCallback, useState } from 'react'

import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { readPage } from '../desk/adminData.ts'
import { AdminSection } from '../desk/AdminSection.tsx'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { useDecision } from '../../forms/useDecision.ts'
import { editMerchant, type MerchantEdit, merchantsPath } from './correctionsData.ts'

type Asked = { merchant: DeskMerchant; into: DeskMerchant | null }

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
  const pages = usePages(merchantsPath(q), deskMerchants, ({ merchants }) => merchants)
  const { asked, ask, decide, isBusy, failure, question } = useDecision<Asked>(pages.list.reload)

  async function act({ id, name }: DeskMerchant, edit: MerchantEdit, title: string) {
    const isDone = await decide(() => editMerchant(id, edit), { title, text: name })
    if (isDone && edit.action === 'remove') onRemoved()
    return isDone
  }

  return (
    <section className={styles.form}>
      <DeskSearch
        name={t('Merchants')}
        label={t('Find a merchant')}
        placeholder={t('Name')}
        maxLength={PART_LIMITS.merchant}
        onSearch={setQ}
      />
      <AdminSection
        title={t('Merchants')}
        from={pages.list}
        loading={t('Loading merchants...')}
        count={0}
        empty={{ title: t('No such merchants'), text: t('They come with the first parts.') }}
        after={
          <>
            <MoreAndFile of="merchants" pages={pages} file="merchants" />
            {failure !== undefined && <FormResult text={failure} />}
          </>
        }
      >
        {(merchants) =>
          merchants.map((merchant) => (
            <MerchantRow
              key={merchant.id}
              merchant={merchant}
              isBusy={isBusy}
              onAct={act}
              onAsk={(into) => ask({ merchant, into })}
              onParts={() => onParts(merchant)}
            />
          ))
        }
      </AdminSection>
      <Question {...question} asked={asked} onAct={act} />
    </section>
  )
}

type Act = (merchant: DeskMerchant, edit: MerchantEdit, title: string) => Promise<boolean>

function Question({
  asked,
  onAct,
  ...question
}: { asked: Asked | null; onAct: Act } & ReturnType<typeof useDecision>['question']) {
  const { merchant, into } = asked ?? {}
  function handleConfirm() {
    if (!merchant) return
    if (into) void onAct(merchant, { action: 'merge', into: into.id }, t('Merchants merged'))
    else void onAct(merchant, { action: 'remove' }, t('Merchant removed'))
  }
  return (
    <AdminConfirm
      {...question}
      title={
        into
          ? t('Merge into {name}?', { name: into.name })
          : t('Remove {name}?', { name: merchant?.name ?? '' })
      }
      words={
        into
          ? { idle: t('Merge them'), busy: t('Merging...') }
          : { idle: t('Remove the merchant'), busy: t('Removing...') }
      }
      onConfirm={handleConfirm}
    >
      {into ? (
        <p>
          {t(
            'Offers of {name} become those of {other}, where that has none of the part. Files that name {name} mean {other} from now on. This cannot be undone.',
            { name: merchant?.name ?? '', other: into.name },
          )}
        </p>
      ) : (
        <p>
          {t(
            'Its offers and their past prices are deleted for good. No file brings it back, until you let it in again below.',
          )}
        </p>
      )}
    </AdminConfirm>
  )
}

function MerchantRow({
  merchant,
  isBusy,
  onAct,
  onAsk,
  onParts,
}: {
  merchant: DeskMerchant
  isBusy: boolean
  onAct: Act
  onAsk: (into: DeskMerchant | null) => void
  onParts: () => void
}) {
  const { name, said, isHidden, isDemo } = merchant
  const [opened, setOpened] = useState<'name' | 'merge' | null>(null)
  return (
    <li className={`${styles.item} ${opened === null ? look.aside : ''}`}>
      <div className={styles.rowTitle}>
        {name}
        {isHidden && <Badge tone="bad">{t('Hidden')}</Badge>}
        {isDemo && <Badge tone="wait">{t('Demonstration data')}</Badge>}
      </div>
      {said !== null && (
        <div className="muted small">{t('Its sources call it “{said}”.', { said })}</div>
      )}
      {opened === 'name' && (
        <NameForm merchant={merchant} onAct={onAct} onClose={() => setOpened(null)} />
      )}
      {opened === 'merge' && (
        <MergeForm
          merchant={merchant}
          onMerge={(into) => {
            setOpened(null)
            onAsk(into)
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === null && (
        <div className={styles.itemActions}>
          <Button aria-label={t('Parts of {name}', { name })} onClick={onParts}>
            {t('Parts')}
          </Button>
          <Button aria-label={t('Rename {name}', { name })} onClick={() => setOpened('name')}>
            {t('Rename')}
          </Button>
          {said !== null && (
            <Button
              aria-disabled={isBusy}
              aria-label={t('Take back the name {name}', { name })}
              onClick={() => void onAct(merchant, { action: 'takeBackName' }, t('Name taken back'))}
            >
              {t('Take back')}
            </Button>
          )}
          <Button
            aria-disabled={isBusy}
            aria-label={isHidden ? t('Show again {name}', { name }) : t('Hide {name}', { name })}
            onClick={() =>
              void onAct(
                merchant,
                { action: isHidden ? 'show' : 'hide' },
                isHidden ? t('Merchant shown again') : t('Merchant hidden'),
              )
            }
          >
            {isHidden ? t('Show again') : t('Hide')}
          </Button>
          <Button aria-label={t('Merge {name}', { name })} onClick={() => setOpened('merge')}>
            {t('Merge')}
          </Button>
          <Button
            variant="danger"
            aria-label={t('Remove {name}', { name })}
            onClick={() => onAsk(null)}
          >
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function NameForm({
  merchant,
  onAct,
  onClose,
}: {
  merchant: DeskMerchant
  onAct: Act
  onClose: () => void
}) {
  const [text, setText] = useState(merchant.name)
  const [isTried, setTried] = useState(false)
  const isMissing = isTried && text.trim() === ''

  async function handleSave() {
    setTried(true)
    if (text.trim() === '') return
    const edit = { action: 'rename', name: text.trim() } as const
    if (await onAct(merchant, edit, t('Merchant renamed'))) onClose()
  }

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t('Name of {name}', { name: merchant.name })}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSave()
      }}
    >
      <Typed
        label={t('Name')}
        error={isMissing && t('Name is required')}
        value={text}
        maxLength={PART_LIMITS.merchant}
        autoComplete="off"
        onType={setText}
      />
      <div className={styles.itemActions}>
        <Button type="submit" variant="primary">
          {t('Save the name')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

/** Merge candidates shown. */
const MOST_OTHERS = 10

function MergeForm({
  merchant,
  onMerge,
  onClose,
}: {
  merchant: DeskMerchant
  onMerge: (into: DeskMerchant) => void
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
            onClick={() => onMerge(other)}
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
