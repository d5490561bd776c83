// vitest is named for its types only: building needs no development package.
/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const root = fileURLToPath(new URL('.', import.meta.url))

// The oldest browsers that are served. scripts/checkBuilt.mjs checks the built files against them.
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
    globIgnores: ['sw.js'],
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
    // A manifest knows one pair of colours; index.html gives the dark one as a media-bound meta tag.
    theme_color: '#f7f8f5',
    background_color: '#f7f8f5',
    categories: ['utilities', 'productivity'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      {
        name: 'New kit',
        url: '/builder',
        icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
      },
    ],
  },
})

/**
 * Few files, because each is a round trip of a bad link: what rarely changes, what every screen
 * needs, and then a file a screen. What only the sync or a dialog needs stays out of the second.
 */
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run|dexie|dexie-react-hooks|zustand)[\\/]/
const isVendor = (id: string): boolean => vendor.test(id) || id.includes('rolldown') && id.includes('runtime')
const sync = [
  /[\\/]app[\\/]store[\\/](flush|net|applyAnswer|restamp|sync|openBuild|cursors)\.ts/,
  /[\\/]shared[\\/](protocol|answer|problem)\.ts/,
  /[\\/]node_modules[\\/]zod[\\/]/,
]
const isSync = (id: string): boolean => sync.some((pattern) => pattern.test(id))
const core = [
  /[\\/]shared[\\/](cells|define|ids|kit|limits|links|money|ord|schema|stamp|task|vehicle|version)\.ts/,
  /[\\/]app[\\/]store[\\/](?!flush|net\.|applyAnswer|restamp|sync\.|openBuild|cursors)/,
  /[\\/]app[\\/]ui[\\/](?!Modal|Toast\.|fonts|keyboard)/,
  /[\\/]app[\\/]chrome[\\/](Chrome|Chip|Dock|ErrorBoundary|Footer|Header|Strips|SyncChip|syncWords|useRouteChange)/,
  /[\\/]app[\\/](App|routes)\.tsx/,
]
const builder = /[\\/]app[\\/]builder[\\/](BuilderScreen|LineTotal|OpenLink|parts\.module)/
const isCore = (id: string): boolean => core.some((pattern) => pattern.test(id))

/** Class names of one or two letters in the built files; in development they tell their origin. */
const classNames = new Map<string, string>()
function shortClassName(name: string, file: string): string {
  const key = `${file}:${name}`
  const known = classNames.get(key) ?? `w${classNames.size.toString(36)}`
  classNames.set(key, known)
  return known
}

export default defineConfig(({ command, mode }) => ({
  root: 'app',
  plugins: [react(), pwa],
  // Dexie's build for today's browsers: the default one carries what Safari 8 needed.
  ...(command === 'build' && mode === 'production'
    ? { css: { modules: { generateScopedName: shortClassName } } }
    : {}),
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target,
    cssTarget: target,
    // Built for reading error reports; scripts/build.mjs moves them out of the served folder.
    sourcemap: 'hidden',
    // Two per cent smaller than the default; at this size that is a kilobyte of every first visit.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: isVendor, priority: 4 },
            { name: 'core', test: isCore, priority: 3 },
            { name: 'sync', test: isSync, priority: 2 },
            { name: 'builder', test: builder, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:3001' },
  },
  test: {
    root,
    projects: [
      {
        test: {
          name: 'shared',
          root,
          environment: 'node',
          include: ['shared/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'app',
          root,
          environment: 'happy-dom',
          include: ['app/**/*.test.{ts,tsx}'],
          setupFiles: ['app/testSetup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          root,
          environment: 'node',
          include: ['sync-server/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
