import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { calls } from '#app/contract/calls.ts'
import type { AnyCall } from '#contract/call.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

// A super admin opens every page of an admin, and every text on it was written by an attacker.

const hostile = `javascript:pwned()//"'><img src=x onerror=pwned()><svg onload=pwned()><script>pwned()</script>{{7*7}}`
const uuid = '00000000-0000-4000-8000-000000000007'
const day = '2026-11-21T13:00:00Z'

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly valueType?: z.ZodType
}

/**
 * Texts that a page reads as something else; the server takes no other values, and makes the addresses of files itself.
 */
const known: Readonly<Record<string, string>> = {
  colour: 'red',
  action: 'ticket.open',
  commit_until: '11/21/2026',
  url: '/pitch-documents/a',
  start_noon: 'AM',
  end_noon: 'AM',
}

/** A value of a schema whose every free text is hostile. */
function sample(schema: z.ZodType, key = ''): unknown {
  const definition = (schema as unknown as { def: Definition }).def
  const { type, shape = {}, element, innerType, options = [], entries = {}, values = [] } = definition
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, sample(one, name)]))
    case 'array':
      return element ? [sample(element, key)] : []
    case 'string': {
      const valid = [uuid, day, '2026-11-21'].find(value => schema.safeParse(value).success)
      const isFree = schema.safeParse(hostile).success
      if (/zone/.test(key)) return 'UTC'
      if (/date/.test(key)) return '2026-11-21'
      return isFree ? (known[key] ?? hostile) : (valid ?? '')
    }
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'enum':
      return Object.values(entries)[0]
    case 'literal':
      return values[0]
    case 'record':
      return { name: hostile }
    case 'union':
      return options[0] && sample(options[0], key)
    case 'pipe':
      return definition.in && sample(definition.in, key)
    default:
      return innerType ? sample(innerType, key) : hostile
  }
}

const answers: Answers = {
  ...Object.fromEntries(
    (Object.entries(calls) as [string, AnyCall][])
      .filter(([name, { reads }]) => reads && name !== 'getUserInfoByToken')
      .map(([name, { output }]) => [name, () => sample(output)]),
  ),
}

afterEach(cleanup)

/** Elements and attributes that run something, or lead to something that does. */
function dangers(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const leads = /^(?:href|src|action|formaction|xlink:href|data|srcdoc)$/.test(name)
      if (/^on/.test(name)) found.push(`${element.tagName} ${name}`)
      if (leads && name !== 'srcdoc' && /^\s*(?:javascript|vbscript|data:text)/i.test(value))
        found.push(`${element.tagName} ${name}=${value}`)
    }
    if (element.tagName === 'SCRIPT' && element.textContent?.includes('pwned')) found.push('script')
    if (element.tagName === 'IMG' && element.getAttribute('src') === 'x') found.push('img')
    if (
      element.tagName === 'IFRAME' &&
      /allow-(?:scripts|same-origin|forms|top-navigation)/.test(element.getAttribute('sandbox') ?? 'allow-scripts')
    )
      found.push('iframe without a sandbox')
  }
  return found
}

it.each([
  ...['/user-management/list', `/user-management/list?user=${uuid}`, '/user-management/invitations'],
  ...[
    '/superadmin-invitation',
    '/user-management/investor-accounts',
    '/user-management/accreditation',
    '/user-management/partner-links',
    '/companies',
  ],
  ...['/login-logs/list', '/administration/audit-log', '/administration/audit-log?entry=1', '/administration/outbox'],
  ...[
    `/administration/outbox?mail=${uuid}`,
    '/support/tickets',
    '/support/tickets?ticket=1',
    '/pitch-management/index',
  ],
  ...[`/pitch-management/index?pitch=${uuid}`, '/pitches/view/1', `/pitch-management/${uuid}`, '/tip/alter'],
])('%s runs nothing that others have written', async address => {
  await renderAt(address, answers)
  const isOpen = /\?/.test(address)
  const shown = () => document.querySelector(isOpen ? '[role=dialog]' : 'main')?.textContent ?? ''
  await expect.poll(shown, { timeout: 10_000 }).toContain('pwned()')
  expect(dangers()).toEqual([])
  // no template is filled in either
  expect(shown()).toContain('{{7*7}}')
})
