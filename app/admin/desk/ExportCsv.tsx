import { readText } from '../../data/api/api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { withQuery } from './adminData.ts'
import { useAction } from '../../forms/useAction.ts'
import { t } from '#shared/words/words.ts'

/**
 * Exports all pages of a server list as CSV.
 * @param props.path of the list, with its filters
 * @param props.name of the file, without extension
 * @param props.label of the list, where a screen has several
 */
export function ExportCsv({ path, name, label }: { path: string; name: string; label?: string }) {
  const { run, isBusy } = useAction(t('The list could not be exported.'))

  async function handleExport() {
    const file = withQuery(path, 'format', 'csv')
    await run(async () => saveFile(await readText(file), `${name}.csv`, 'text/csv;charset=utf-8'))
  }

  return (
    <Button aria-disabled={isBusy} onClick={() => void handleExport()}>
      {isBusy ? t('Exporting...') : (label ?? t('Export as CSV'))}
    </Button>
  )
}
