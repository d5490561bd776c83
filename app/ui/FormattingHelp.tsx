import styles from './FormattingHelp.module.css'

/** What can be written in notes and comments, and how it looks. */
export function FormattingHelp() {
  return (
    <dl className={styles.help}>
      <dt className="mono">**bold**</dt>
      <dd>
        <b>bold</b>
      </dd>
      <dt className="mono">*italics*</dt>
      <dd>
        <i>italics</i>
      </dd>
      <dt className="mono">~~strike~~</dt>
      <dd>
        <s>strike</s>
      </dd>
      <dt className="mono">super^script</dt>
      <dd>
        super<sup>script</sup>
      </dd>
      <dt className="mono">* item</dt>
      <dd>• item</dd>
      <dt className="mono">&gt; quote</dt>
      <dd>
        <q>quote</q>
      </dd>
      <dt className="mono">[text](url)</dt>
      <dd>
        <u>text</u>
      </dd>
      <dt>4 spaces</dt>
      <dd className="mono">code</dd>
    </dl>
  )
}
