import type { ComponentProps } from 'react'

import { useState } from 'react'

import { IconButton } from './IconButton.tsx'
import { EyeIcon, EyeOffIcon } from './icons.tsx'
import { Input } from './Input.tsx'
import styles from './PasswordInput.module.css'

/**
 * A password with an eye to see it. Pasting and password managers work as in any other field.
 * @param props.what names it in the eye's label: "Show password"
 */
export function PasswordInput({
  what = 'password',
  ...props
}: { what?: string } & Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.box}>
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        className={styles.input}
        type={isShown ? 'text' : 'password'}
      />
      <IconButton
        className={styles.eye}
        label={`${isShown ? 'Hide' : 'Show'} ${what}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </div>
  )
}
