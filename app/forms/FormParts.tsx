/** Building blocks of account forms. */
import type { ComponentProps, ReactNode } from 'react'

import type { Form } from './useForm.ts'

import { useSync } from '../data/device/syncState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EXACT } from '../ui/controls/Input.tsx'
import { classes } from '../ui/look/classes.ts'
import { Field } from '../ui/controls/Field.tsx'
import { CircleAlertIcon, NoSignalIcon } from '../ui/blocks/icons.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { Spinner } from '../ui/blocks/Spinner.tsx'
import { Typed, TypedArea } from './Typed.tsx'
import styles from './forms.module.css'
import { t } from '#shared/words/words.ts'

export function Column({
  title,
  text,
  isWide,
  children,
}: {
  title: string
  text?: ReactNode
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes('page', styles.page, isWide && styles.wide)}>
      <header>
        <h1 tabIndex={-1}>{title}</h1>
        {text && <p className={`muted ${styles.lead}`}>{text}</p>}
      </header>
      {children}
    </div>
  )
}

type Values = Record<string, string | boolean>

/** Card of a form: fields, error, and button. */
export function FormCard<T extends Values>({
  form,
  submit,
  pending,
  offline,
  isBare,
  children,
}: {
  form: Form<T>
  submit: string
  pending: string
  /** Why it needs a connection: "Signing in needs one." */
  offline: string
  /** Without a card of its own. */
  isBare?: boolean
  children: ReactNode
}) {
  return (
    <form {...form.formProps} className={classes(styles.form, !isBare && `card ${styles.pad}`)}>
      {children}
      <FormResult text={form.failure} />
      <OfflineNote text={offline} />
      <Button
        type="submit"
        variant="primary"
        size={isBare ? 'm' : 'l'}
        isFull={!isBare}
        aria-disabled={form.isPending}
      >
        {form.isPending && <Spinner />}
        {form.isPending ? pending : submit}
      </Button>
    </form>
  )
}

/** Error of the form, announced once. */
export function FormResult({ text }: { text: string }) {
  return (
    <div className={styles.result} role="status">
      {text && (
        <p className={styles.failure}>
          <CircleAlertIcon />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** Offline note. The button stays enabled: the browser's online state is only a hint. */
export function OfflineNote({ text }: { text: string }) {
  const isOnline = useSync((state) => state.isOnline)
  if (isOnline) return null
  return (
    <p className={styles.offline}>
      <NoSignalIcon />
      <span>
        <b>{t('No signal.')}</b> {text}
      </span>
    </p>
  )
}

interface FieldProps<T extends Values> {
  form: Form<T>
  name: keyof T & string
  label: string
  hint?: ReactNode
}

/** Ties a field to what its form knows of it. */
const textOf = <T extends Values>(form: Form<T>, name: keyof T & string) => ({
  ...form.leave(name),
  value: String(form.values[name]),
  onType: (text: string) => form.set(name, text),
})

export function TextField<T extends Values>({
  form,
  name,
  label,
  hint,
  isInvalid,
  shown = form.problemsOf(name),
  ...input
}: FieldProps<T> & {
  /** Problems to show, where not all of them belong here. */
  shown?: string[]
  /** The hint describes the problem. */
  isInvalid?: boolean
} & Omit<ComponentProps<'input'>, 'name' | 'form'>) {
  return (
    <Typed
      required
      {...input}
      {...textOf(form, name)}
      {...(isInvalid && { 'aria-invalid': true })}
      label={label}
      hint={hint}
      error={messages(shown)}
    />
  )
}

export function EmailField<T extends Values>(props: FieldProps<T>) {
  return <TextField autoComplete="email" {...props} type="email" inputMode="email" {...EXACT} />
}

/** @param props.shown problems to show, where not all of them belong here */
export function PasswordField<T extends Values>({
  form,
  name,
  label,
  hint,
  eye,
  autoComplete,
  describedBy,
  isInvalid,
  isRequired = true,
  shown = form.problemsOf(name),
}: FieldProps<T> & {
  eye?: readonly [show: string, hide: string]
  autoComplete: 'current-password' | 'new-password'
  describedBy?: string
  isInvalid?: boolean
  isRequired?: boolean
  shown?: string[]
}) {
  return (
    <Field label={label} hint={hint} error={messages(shown)}>
      {(control) => {
        const ids = [control['aria-describedby'], describedBy].filter(Boolean).join(' ')
        return (
          <PasswordInput
            required={isRequired}
            {...control}
            {...(ids && { 'aria-describedby': ids })}
            {...(isInvalid && { 'aria-invalid': true })}
            {...form.leave(name)}
            eye={eye}
            autoComplete={autoComplete}
            value={String(form.values[name])}
            onChange={(event) => form.set(name, event.target.value)}
          />
        )
      }}
    </Field>
  )
}

export function AreaField<T extends Values>({
  form,
  name,
  label,
  hint,
  ...area
}: FieldProps<T> & Omit<ComponentProps<'textarea'>, 'name' | 'form'>) {
  return (
    <TypedArea
      required
      {...area}
      {...textOf(form, name)}
      label={label}
      hint={hint}
      error={messages(form.problemsOf(name))}
    />
  )
}

/** Non-empty content marks the field invalid. */
function messages(problems: string[]): ReactNode {
  if (problems.length < 2) return problems[0]
  return (
    <span>
      {problems.map((problem) => (
        <span key={problem} className={styles.message}>
          {problem}
        </span>
      ))}
    </span>
  )
}

/** Username for password managers only. */
export function WhosePassword({ username = '' }: { username: string | undefined }) {
  return (
    <input
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      hidden
      aria-hidden="true"
      tabIndex={-1}
    />
  )
}
