import { many, t } from '#shared/words/words.ts'

interface RowProblemsProps {
  /** Sentence about them. */
  title: string
  problems: readonly { row: number; text: string }[]
}

const SHOWN = 10

/** Values of a file that cannot be kept, with their rows: the first of many. */
export const RowProblems = ({ title, problems }: RowProblemsProps) =>
  problems.length > 0 && (
    <div className="caution" role="note">
      <p>{title}</p>
      <ul>
        {problems.slice(0, SHOWN).map(({ row, text }) => (
          <li key={`${row} ${text}`}>{t('Row {row}: {text}', { row: String(row), text })}</li>
        ))}
      </ul>
      {problems.length > SHOWN && (
        <p>{many(problems.length - SHOWN, 'And {count} more.', 'And {count} more.')}</p>
      )}
    </div>
  )
