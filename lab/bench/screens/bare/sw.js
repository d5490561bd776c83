// Keeps the page and whatever it asks for, and answers from there.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open('bare').then((cache) => cache.add('/')))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  event.respondWith(answer(event.request))
})

async function answer(request) {
  const cache = await caches.open('bare')
  const kept = await cache.match(request.mode === 'navigate' ? '/' : request)
  if (kept) return kept
  const response = await fetch(request)
  await cache.put(request, response.clone())
  return response
}
