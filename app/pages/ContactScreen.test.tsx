import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { db } from '../data/device/db.ts'
import { openDevice } from '../data/device/device.ts'
import { ContactScreen } from './ContactScreen.tsx'
import { broken, json, stubApi } from '../testApi.ts'
import { field, leave, open, shownToast } from '../forms/testScreen.tsx'

beforeEach(async () => {
  leave()
  sessionStorage.clear()
  await openDevice()
  await db.calls.clear()
})
afterEach(cleanup)

async function send() {
  await userEvent.type(field('Name'), 'Dana')
  await userEvent.type(field('Email'), 'dana@example.com')
  await userEvent.type(field('Message'), 'The torque is wrong')
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
}

test('without a signal the message waits on this device, and nothing else is claimed', async () => {
  open('/contact', <ContactScreen />)
  await send()
  await waitFor(() =>
    expect(shownToast()).toEqual(['Message saved', 'It is sent when there is a signal.']),
  )
  expect(await screen.findByText('1 message waits for a signal.')).toBeTruthy()
  expect(await db.calls.toArray()).toMatchObject([
    {
      kind: 'contact',
      body: { name: 'Dana', email: 'dana@example.com', message: 'The torque is wrong' },
    },
  ])
  expect(field('Message').value).toBe('')
})

test('is sent at once where there is a signal, under a key that makes a repeat harmless', async () => {
  const calls = stubApi({
    'GET /api/contact': () => json(200, { address: 'help@example.com' }),
    'POST /api/contact': () => json(200, { message: 'ok' }),
  })
  open('/contact', <ContactScreen />)
  const link = await screen.findByRole('link', { name: 'help@example.com' })
  expect(link.getAttribute('href')).toBe('mailto:help@example.com')
  await send()
  await waitFor(() => expect(shownToast()).toEqual(['Message sent!', undefined]))
  const post = calls.find(({ method }) => method === 'POST')
  expect(post?.headers['Idempotency-Key']).toMatch(/^[\w-]{22}$/)
  expect(await db.calls.count()).toBe(0)
})

test('a refusal is told and the text stays', async () => {
  stubApi({ 'POST /api/contact': broken })
  open('/contact', <ContactScreen />)
  await send()
  await waitFor(() =>
    expect(shownToast()).toEqual(['Error', 'Failed to send message. Please try again.']),
  )
  expect(field('Message').value).toBe('The torque is wrong')
})

test('all fields are required', async () => {
  open('/contact', <ContactScreen />)
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }))
  for (const message of [
    'Name is required',
    'Please enter a valid email address',
    'Message is required',
  ]) {
    expect(screen.getByText(message)).toBeTruthy()
  }
})

test('what is being written survives a reload', async () => {
  open('/contact', <ContactScreen />)
  await userEvent.type(field('Message'), 'Half a thought')
  cleanup()
  open('/contact', <ContactScreen />)
  expect(field('Message').value).toBe('Half a thought')
})

test('what the page before an update kept is still there', () => {
  const kept = { name: 'Dana', email: 'dana@example.com', message: 'Half a thought' }
  sessionStorage.setItem('contactDraft', JSON.stringify(kept))
  open('/contact', <ContactScreen />)
  expect(field('Message').value).toBe('Half a thought')
  expect(field('Name').value).toBe('Dana')
})

test('an answer to a letter of the administrators says what it is about', async () => {
  open('/contact?about=The%20suspension%20of%20dana_k', <ContactScreen />)
  expect(field('Message').value).toBe('About: The suspension of dana_k\n')
})
