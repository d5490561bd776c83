import { readText } from '../../api/readText.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { useAction } from '../useAction.ts'
import { t } from '#shared/words/words.ts'

export interface ListFile {
  path: string
  name: string
}

/**
 * Saves a list of the server's, all of its pages, as a file for spreadsheets.
 * @param props.path the list's own address, with what it is narrowed by
 * @param props.name of the file, without its ending
 * @param props.label names the list, where several stand on one screen
 */
export function ExportCsv({ path, name, label }: ListFile & { label?: string }) {
  const { run, isBusy } = useAction(t('The list could not be exported.'))

  async function handleExport() {
    const file = `${path}${path.includes('?') ? '&' : '?'}format=csv`
    await run(async () => saveFile(await readText(file), `${name}.csv`, 'text/csv;charset=utf-8'))
  }

  return (
    <Button aria-disabled={isBusy} onClick={() => void handleExport()}>
      {isBusy ? t('Exporting...') : (label ?? t('Export as CSV'))}
    </Button>
  )
}
