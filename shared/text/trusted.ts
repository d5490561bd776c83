/**
 * Trusted Types: under `require-trusted-types-for 'script'` browsers accept script URLs and HTML
 * only from named policies, listed in sync-server/http/headers.ts. Other browsers take plain text.
 */
interface Policy {
  createScriptURL(url: string): string
  createHTML(html: string): string
}

/** Policies cannot be created twice under one name. */
const policies = new Map<string, Policy>()

function policyOf(name: string, rules: Policy): Policy {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
  const policy = policies.get(name) ?? trustedTypes?.createPolicy(name, rules) ?? rules
  policies.set(name, policy)
  return policy
}

/** @param name policy for this one script */
export function trustedScriptUrl(name: string, url: string): string {
  const createScriptURL = (given: string) => {
    if (given !== url) throw new TypeError(`${name} loads ${url} alone`)
    return given
  }
  return policyOf(name, { createScriptURL, createHTML: () => '' }).createScriptURL(url)
}

/** Parses somebody else's HTML: runs and fetches nothing, and is never shown. */
export function parseForeignPage(html: string): Document {
  const policy = policyOf('paste', { createHTML: (given) => given, createScriptURL: () => '' })
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
}
