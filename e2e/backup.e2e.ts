// A backup file restores the browser's data after its device is lost.
import { addLine, chip, lineNames, startBuild, totalOf } from './builder.ts'
import { attachPicture, expect, test } from './harness.ts'

test('a backup is restored into an empty browser with equal totals', async ({
  openBrowser,
  ownFolder,
}) => {
  const old = await openBrowser('desk')
  await startBuild(old.page)
  await addLine(old.page, { name: 'Engine oil', price: '45.99', quantity: '2' })
  await addLine(old.page, { name: 'Oil filter', price: '11.49' })
  await expect(totalOf(old.page)).toHaveText('$103.47')
  await expect(chip(old.page)).toHaveAccessibleName('Sync: synced')
  await old.page.goto('/my-account')
  const downloading = old.page.waitForEvent('download')
  await old.page.getByRole('button', { name: 'Save a backup' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^wrenchlist-backup-\d{4}-\d\d-\d\d\.json$/)
  const file = `${ownFolder}/backup.json`
  await download.saveAs(file)
  await expect(
    old.page.getByText(/Saved among your downloads: 1 kit, 2 parts, \$103\.47/),
  ).toBeVisible()
  await attachPicture(old.page, 'my-data')

  const empty = await openBrowser('desk')
  await empty.page.goto('/my-account')
  await expect(empty.page.getByRole('button', { name: 'Restore a backup' })).toBeVisible()
  await empty.page.getByLabel('Backup file').setInputFiles(file)
  await expect(empty.page.getByText('1 kit, 2 parts, $103.47', { exact: true })).toBeVisible()
  await empty.page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(empty.page.getByText('Restored: 1 kit, 2 parts, $103.47.')).toBeVisible()
  await empty.page.goto('/builder')
  await empty.page.getByRole('region', { name: 'Go on with' }).getByRole('link').click()
  await expect.poll(() => lineNames(empty.page)).toEqual(['Engine oil', 'Oil filter'])
  await expect(totalOf(empty.page)).toHaveText('$103.47')
})
