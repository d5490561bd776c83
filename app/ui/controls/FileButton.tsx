import { type ComponentProps, useRef } from 'react'

import { UploadIcon } from '../blocks/icons.tsx'
import { Button } from './Button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Name of the field. */
  label: string
  accept?: string
  onFile: (file: File) => void
}

/** Button that lets people choose a file. */
export function FileButton({ label, accept, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        <UploadIcon />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        {...(accept && { accept })}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onFile(chosen)
          // Lets the same file be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
