import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { calls } from './calls.ts'

it('pins the method and the address of every call, which other clients know', () => {
  const written = readFileSync(new URL('./addresses.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const declared = Object.entries(calls).map(([name, c]) => `${name} ${c.method} ${pathOf(name, c)}`)
  expect(declared.sort()).toEqual(written.sort())
})

it.each([
  ['CALL-218, CALL-219', 'sendMessage', 'POST', '/imapi/v1.4/instant/messaging/send'],
  ['CALL-218, CALL-220', 'addChatGroup', 'POST', '/imapi/v1.4/instant/messaging/group/add'],
  ['CALL-218, CALL-221', 'getChatGroupList', 'POST', '/imapi/v1.4/instant/messaging/group/list'],
  ['CALL-218, CALL-222', 'updateChatGroup', 'POST', '/imapi/v1.4/instant/messaging/group/update'],
  ['CALL-218, CALL-223', 'getChatGroup', 'POST', '/imapi/v1.4/instant/messaging/group/detail'],
  ['CALL-218, CALL-224', 'deleteChatGroup', 'POST', '/imapi/v1.4/instant/messaging/group/delete'],
  ['CALL-056', 'updatePitchMuteChat', 'POST', '/webapi/rest/app/token/updatePitchMuteChat'],
  ['CALL-071', 'getLiveStatus', 'GET', '/restapi/v1.4/srs/live/:presenter/status'],
] as const)('[%s] finds %s by %s at %s', (_row, name, method, path) => {
  expect([calls[name].method, pathOf(name, calls[name])]).toEqual([method, path])
})
