/** The forms of the desk, declared by their fields. */
import { type ComponentProps, type ReactNode, useState } from 'react'

import { type Later, later, t } from '#shared/words/words.ts'
import { Chosen } from '../../forms/Chosen.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import styles from '../../forms/forms.module.css'
import { Typed, TypedArea } from '../../forms/Typed.tsx'
import { failsAs, type Form, useForm } from '../../forms/useForm.ts'
import { type Toast, toast } from '../../ui/browser/toast.ts'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { classes } from '../../ui/look/classes.ts'
import look from './Admin.module.css'

type Values = Record<string, string | boolean>

export interface AdminField {
  label: string
  hint?: ReactNode
  /** A text by default. */
  kind?: 'area' | 'check'
  /** Makes it a choice of many. */
  choices?: readonly (readonly [value: string, name: string])[]
  max?: number
  isOptional?: boolean
  /** Said where it is empty and may not be. */
  missing?: string
  /** '' for none; by default it only has to be there. */
  problemOf?: (text: string) => string
  /** Further props of its input. */
  input?: ComponentProps<'input'>
  area?: ComponentProps<'textarea'>
  onChoose?: (value: string) => void
}

/** Fields by name; false hides one. */
export type AdminFields = Record<string, AdminField | false>

function problemIn({ label, isOptional, missing, problemOf, ...field }: AdminField, text: string) {
  if (problemOf) return problemOf(text)
  const isText = field.kind !== 'check' && !field.choices
  if (!isText || isOptional || text.trim() !== '') return ''
  return missing ?? t('{called} is required', { called: label })
}

const shownOf = (fields: AdminFields) =>
  Object.entries(fields).flatMap(([name, field]) => (field ? [{ name, field }] : []))

/**
 * A form of the desk. What is wrong with a field shows once it was left or sent.
 * @param props.fields of what is typed so far
 * @param props.onDone after it was sent
 */
export function AdminForm<T extends Values>({
  initial,
  fields,
  fold,
  isCard = false,
  hasColumns = false,
  submit: [idle, busy = idle],
  variant = 'primary',
  cancel,
  failed = later('This could not be done. Please try again.'),
  said,
  send,
  onDone,
  onCancel,
  children,
  buttons,
  ...named
}: {
  'aria-label'?: string
  'aria-labelledby'?: string
  initial: T
  fields: (values: T, set: (changes: Partial<T>) => void) => AdminFields
  /** Fields from one on, folded. */
  fold?: { name: string; from: string }
  isCard?: boolean
  /** Fields beside one another, where there is room. */
  hasColumns?: boolean
  /** Labels of its button: idle, and while it is sent. */
  submit: readonly [idle: string, busy?: string]
  variant?: 'primary' | 'secondary'
  cancel?: string
  /** Said where it failed and the server says nothing. */
  failed?: Later
  /** Said once it is done. */
  said?: Toast
  /** @param changed what differs from the beginning @returns false where nothing was sent */
  send: (values: T, changed: Partial<T>) => Promise<unknown>
  onDone?: () => void
  onCancel?: () => void
  /** Above the fields. */
  children?: ReactNode
  /** Beside its own. */
  buttons?: ReactNode
}) {
  function set(changes: Partial<T>) {
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined) form.set(name, value)
    }
  }

  const form: Form<T> = useForm<T>({
    schema: {
      safeParse(typed) {
        const values = typed as T
        const issues = shownOf(fields(values, set)).flatMap(({ name, field }) => {
          const message = problemIn(field, String(values[name]))
          return message === '' ? [] : [{ path: [name], message }]
        })
        return issues.length > 0
          ? { success: false, error: { issues } }
          : { success: true, data: values }
      },
    },
    initial,
    failed: failsAs(later('Error'), failed),
    send: async (values) => {
      const changed = Object.entries(values).filter(([name, value]) => value !== initial[name])
      if ((await send(values, Object.fromEntries(changed) as Partial<T>)) === false) return
      if (said) toast(said)
      onDone?.()
    },
  })

  const shown = shownOf(fields(form.values, set))
  const folded = fold ? shown.findIndex(({ name }) => name === fold.from) : shown.length
  const fieldsIn = (some: typeof shown) =>
    some.map(({ name, field }) => <FormField key={name} form={form} name={name} field={field} />)
  const first = fieldsIn(shown.slice(0, folded))
  const inFold = shown.slice(folded)
  return (
    <form
      {...form.formProps}
      {...named}
      className={classes(styles.form, isCard && `card ${styles.pad}`)}
    >
      {children}
      {hasColumns ? <div className={look.fields}>{first}</div> : first}
      {fold && (
        <details
          className={look.fold}
          open={inFold.some(({ name }) => form.problemsOf(name).length > 0)}
        >
          <summary>{fold.name}</summary>
          <div className={look.fields}>{fieldsIn(inFold)}</div>
        </details>
      )}
      <FormResult text={form.failure} />
      <div className="wrap">
        <Button type="submit" variant={variant} aria-disabled={form.isPending}>
          {form.isPending && <Spinner />}
          {form.isPending ? busy : idle}
        </Button>
        {cancel && <Button onClick={onCancel}>{cancel}</Button>}
        {buttons}
      </div>
    </form>
  )
}

/** A form behind a button, until it is opened, and once it was sent or left. */
export function OpenedForm<T extends Values>({
  opens,
  ...form
}: Omit<ComponentProps<typeof AdminForm<T>>, 'onDone' | 'onCancel'> & {
  /** Words of the button. */
  opens: string
}) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{opens}</Button>
  return <AdminForm<T> cancel={t('Cancel')} {...form} onDone={close} onCancel={close} />
}

function FormField<T extends Values>({
  form,
  name,
  field: { label, hint, kind, choices, max, isOptional = false, input, area, onChoose },
}: {
  form: Form<T>
  name: string
  field: AdminField
}) {
  const value = form.values[name]
  const set = (next: string | boolean) => form.set(name, next)
  if (kind === 'check') {
    return (
      <Checkbox checked={value === true} onChange={({ target }) => set(target.checked)}>
        {label}
      </Checkbox>
    )
  }
  const around = { label, hint, isOptional }
  if (choices) {
    return (
      <Chosen {...around} choices={choices} chosen={String(value)} onChoose={onChoose ?? set} />
    )
  }
  const shared = {
    ...around,
    ...form.leave(name),
    error: form.problemsOf(name)[0],
    value: String(value),
    maxLength: max,
    autoComplete: 'off',
    onType: set,
  }
  return kind === 'area' ? (
    <TypedArea rows={2} {...area} {...shared} />
  ) : (
    <Typed {...input} {...shared} />
  )
}
