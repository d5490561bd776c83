import type { ComponentProps, ReactNode } from 'react'

import { Segments, type SegmentsProps } from '../../ui/controls/Segments.tsx'
import { CardRow } from '../../forms/CardRow.tsx'

/** A setting of few choices: a line of a card with all of them. */
export function SegmentsRow<T extends string>({
  icon,
  title,
  name,
  text,
  ...segments
}: { title: string; icon: ReactNode } & Pick<ComponentProps<typeof CardRow>, 'name' | 'text'> &
  Omit<SegmentsProps<T>, 'label'>) {
  return (
    <CardRow
      icon={icon}
      title={title}
      {...(name && { name })}
      text={text}
      action={<Segments label={title} {...segments} />}
    />
  )
}
