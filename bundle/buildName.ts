/**
 * Says in the page what it was built of, for reports of errors. Not in the code: its files would have
 * other names with every commit, and devices fetch them anew.
 */
import type { Plugin } from 'vite'

export const buildName: Plugin = {
  name: 'build-name',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace('<html ', `<html data-build="${process.env['WRENCHLIST_COMMIT'] ?? ''}" `),
}
