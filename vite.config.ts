/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildName } from './bundle/buildName.ts'
import { chunks } from './bundle/chunks.ts'
import { routeFiles } from './bundle/routeFiles.ts'
import { writeLoaded } from './scripts/words/loaded.mjs'

// Made of translators' files that may have changed since.
writeLoaded()

/** Timeouts that only end a hang: no test is about time. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Same as PATIENCE_MS in shared/testPatience.ts.
  expect: { poll: { timeout: 60_000 } },
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests of the app: a page without a screen. */
const inPage = {
  root,
  environment: 'happy-dom',
  // Style sheets, which tests do not load, count as loaded.
  environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
  setupFiles: ['app/testConsole.ts', 'app/testSetup.ts'],
}
/** Tests that need neither the page nor the store of a browser. */
const PLAIN = [
  'shared/**/*.test.ts',
  'lab/simulation/**/*.test.ts',
  'app/{log,parts,show/car,share/labels,builder/{undo,rows},ui/look}/**/*.test.ts',
  'app/data/{api,kits/state}/**/*.test.ts',
  'app/data/sync/receive/!(newerBeside).test.ts',
  'app/data/sync/send/{faults,outbox,pace}.test.ts',
  'app/data/device/{bufferedTx,overlayStore}.test.ts',
  'app/data/{hardware/showPush,prices/priceState,sessions/accounts}.test.ts',
  'app/data/{kits/open/listedKit,sync/write/refusedStamps}.test.ts',
  'app/share/sharedLink.test.ts',
  'app/chrome/drawer/{drawer,sync}Words.test.ts',
  'app/builder/{oneLine/entry,paste/realTables}.test.ts',
]
/** Screen that uses Node's streams, which reject values of another vm context. */
const APART = ['app/share/PassScreen.test.tsx']

/** Processes that start and end, drawn, hostile and the largest inputs: for `npm run test:all`. */
const SLOW = [
  'scripts/house/patterns.test.ts',
  'sync-server/{account,backPressure,failedMigration,hostileText,main}.test.ts',
  'sync-server/{shippedUnit,slow,supervisor}.test.ts',
  'sync-server/db/postgresLimits.test.ts',
  'lab/fuzz/{costs,costsOfReads,fuzz}.test.ts',
  'sync-server/sync/{badInput,deadRows,faults}.test.ts',
  'sync-server/http/slowClients.test.ts',
  'sync-server/backup/**/*.test.ts',
  'sync-server/corrections/lastTeller.test.ts',
  'sync-server/postgres/{lock,ownPostgres,roles}.test.ts',
  'sync-server/routes/{guessing,share}.test.ts',
  'sync-server/routes/admin/{feedMemory,hostileSources,slowSources}.test.ts',
  'shared/money/everyLocale.test.ts',
  'shared/tables/hugeTables.test.ts',
  'app/share/hostileText.test.ts',
]

// Oldest supported browsers: scripts/built/checkBuilt.mjs checks the build against them.
const target = ['es2022', 'safari16.4', 'ios16.4', 'chrome111', 'firefox114']

const pwa = VitePWA({
  strategies: 'injectManifest',
  // A fixed address for ever: renaming the worker would strand every installed copy on the old one.
  srcDir: '.',
  filename: 'sw.ts',
  injectRegister: false,
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    target,
    globPatterns: ['**/*.{html,js,css,woff2,json}', 'icons/*.{png,svg}'],
    // VIN data is fetched by make, once a user has a VIN of that make.
    globIgnores: ['sw.js', 'vin/**'],
    // Hashed names never change their content, so their address is their revision.
    dontCacheBustURLsMatching: /^assets\//,
  },
  manifest: {
    id: '/builder?source=app',
    name: 'Wrenchlist',
    short_name: 'Wrenchlist',
    description: 'Plan a car repair as a kit of parts, with or without signal, and share it.',
    lang: 'en',
    start_url: '/builder?source=app',
    scope: '/',
    display: 'standalone',
    // A manifest has one pair of colours; the dark one is a meta tag with `media` in index.html.
    theme_color: '#f7f8f5',
    background_color: '#f7f8f5',
    categories: ['utilities', 'productivity'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    // The worker answers it, so that sharing needs no signal.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [
          {
            name: 'files',
            accept: [
              'image/*',
              'text/plain',
              'text/csv',
              'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
              'text/markdown',
              'application/json',
              'application/octet-stream',
              '.wrenchkit',
              '.csv',
              '.tsv',
              '.xlsx',
              '.md',
              '.txt',
              '.json',
            ],
          },
        ],
      },
    },
    file_handlers: [{ action: '/k', accept: { 'application/x-wrenchkit': ['.wrenchkit'] } }],
    shortcuts: [
      {
        name: 'New kit',
        url: '/builder',
        icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
      },
    ],
  },
})

export default defineConfig({
  root: 'app',
  plugins: [react(), routeFiles, buildName, pwa],
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target,
    cssTarget: target,
    // Built for reading error reports; scripts/build.mjs moves them out of the served folder.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A dynamic import that splits nothing would otherwise only show in the log.
      onwarn(warning, warn) {
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(warning.message)
        warn(warning)
      },
      output: {
        codeSplitting: { groups: chunks() },
      },
    },
  },
  server: {
    // Not the modules of app/data/api/, whose paths look like calls.
    proxy: { '^/api/(?!.*\\.ts(\\?|$))': process.env['API_URL'] ?? 'http://127.0.0.1:3001' },
  },
  test: {
    root,
    // Tests wait a third of their time, for timers and processes: one worker more than processors.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...patience,
          name: 'plain',
          root,
          environment: 'node',
          setupFiles: ['app/testConsole.ts'],
          include: PLAIN,
          exclude: SLOW,
        },
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          ...inPage,
          name: 'app',
          include: ['{app,lab/tables}/**/*.test.ts', ...APART],
          exclude: [...PLAIN, ...SLOW],
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: ['module-sync', 'module', 'browser', 'development|production'] },
        test: {
          ...patience,
          ...inPage,
          name: 'screens',
          setupFiles: [...inPage.setupFiles, 'app/testScreens.ts'],
          include: ['app/**/*.test.tsx'],
          exclude: APART,
          // A vm context for each file instead of a process, which takes a third longer.
          pool: 'vmThreads',
          // An ES module in a CommonJS package, which vm contexts do not load by themselves.
          server: { deps: { inline: [/react-router/] } },
        },
      },
      {
        test: {
          ...patience,
          name: 'server',
          root,
          environment: 'node',
          include: [
            '{sync-server,scripts,bundle,lab/fuzz,lab/faults,lab/upgrade,e2e/translated}/**/*.test.ts',
          ],
          exclude: SLOW,
          globalSetup: 'sync-server/testGlobal.ts',
          // Server modules keep no state of their own: loading them once a worker is enough.
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'slow',
          root,
          environment: 'node',
          include: SLOW,
          globalSetup: 'sync-server/testGlobal.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'twins',
          root,
          environment: 'node',
          include: ['lab/twins/**/*.test.ts'],
          globalSetup: 'sync-server/testGlobal.ts',
        },
      },
    ],
  },
})
