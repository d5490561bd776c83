import { type ComponentProps, useState } from 'react'

import { IconButton } from './IconButton.tsx'
import { EyeIcon, EyeOffIcon } from '../blocks/icons.tsx'
import { EXACT, Input } from './Input.tsx'
import styles from './PasswordInput.module.css'
import { t } from '#shared/words/words.ts'

/**
 * Password field with a show/hide button. Pasting and password managers work.
 * @param props.eye labels of the button, to tell several fields apart
 */
export function PasswordInput({
  eye: [show, hide] = [t('Show password'), t('Hide password')],
  ...props
}: { eye?: readonly [show: string, hide: string] | undefined } & Omit<
  ComponentProps<'input'>,
  'type' | 'className'
>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.box}>
      <Input {...EXACT} {...props} className={styles.input} type={isShown ? 'text' : 'password'} />
      <IconButton
        className={styles.eye}
        label={isShown ? hide : show}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </div>
  )
}
