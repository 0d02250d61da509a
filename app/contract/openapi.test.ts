import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { callDocs } from '#app/server/callDocs.ts'
import { openapi } from '#contract/openapi.ts'
import { calls } from './calls.ts'

const docs = callDocs()

it('says of every call what it does, in the comment before it in its contract', () => {
  const missing = Object.keys(calls).filter(name => !docs.get(name)?.summary)
  expect(missing, 'write a comment above these calls: a sentence that begins with what the call does').toEqual([])
  const unfit = Object.keys(calls).filter(name => !/^[A-Z][^.;]{5,140}$/.test(docs.get(name)?.summary ?? ''))
  expect(unfit, 'the first sentence is the summary: a capital letter, at most 140 characters').toEqual([])
  const others = Object.keys(calls).filter(name => !/^[A-Z][a-z]+s\b/.test(docs.get(name)?.summary ?? ''))
  expect(others, 'a summary begins with its verb: Gets, Lists, Creates').toEqual([])
  const jargon = /\b[A-Z\d]+-\d{3}\b|\bfence\b|\bconsole\b|\btickets?\b|nobody|everybody/
  expect(Object.keys(calls).filter(name => jargon.test(docs.get(name)?.summary ?? ''))).toEqual([])
})

it('takes the first sentence for the summary, and leaves out the requirements that the comment cites', () => {
  expect(docs.get('invitePitch')).toEqual({
    summary: 'Emails attendees again, each with a new link (`invite_ids` are attendee ids)',
    description: 'Emails attendees again, each with a new link (`invite_ids` are attendee ids).',
  })
  for (const { description } of docs.values()) expect(description).not.toMatch(/^\W*(?:CALL|RULE|STATE|PERM|GAP)-\d/)
})

it('is a document without a problem by the recommended rules of Redocly', async () => {
  const document = openapi(calls, { version: '1.2.3', url: 'https://pitch.example', docs })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
}, 60_000)
