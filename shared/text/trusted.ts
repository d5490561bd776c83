/**
 * Trusted Types: under `require-trusted-types-for 'script'` the browser takes addresses of scripts and
 * HTML from named policies alone; sync-server/http/headers.ts lists the names. Other browsers take text.
 */
interface Policy {
  createScriptURL(url: string): string
  createHTML(html: string): string
}

/** A policy of the same name is not let be made again. */
const policies = new Map<string, Policy>()

function policyOf(name: string, rules: Policy): Policy {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
  const policy = policies.get(name) ?? trustedTypes?.createPolicy(name, rules) ?? rules
  policies.set(name, policy)
  return policy
}

/** @param name of a policy that loads this one script */
export function trustedScriptUrl(name: string, url: string): string {
  const createScriptURL = (given: string) => {
    if (given !== url) throw new TypeError(`${name} loads ${url} alone`)
    return given
  }
  return policyOf(name, { createScriptURL, createHTML: () => '' }).createScriptURL(url)
}

/** A document of somebody else's HTML: it runs nothing, fetches nothing and is never shown. */
export function parseForeignPage(html: string): Document {
  const policy = policyOf('paste', { createHTML: (given) => given, createScriptURL: () => '' })
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
}
