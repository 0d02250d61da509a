import { describe, expect, it } from 'vitest'
import { isGuestName, peopleNamedIn, veilPeople } from './people.ts'
import { guestName, rename, veil } from './veil.ts'

const guest = '3f2a91b0-0000-4000-8000-000000000001'
const host = 'aaaaaaaa-0000-4000-8000-000000000002'
const isHost = (id: string) => id === host
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the veil', () => {
  it('[PERM-059] takes a guest’s name from wherever it stands beside their id, and leaves everything else as it is', () => {
    const caption = { id: host, speaker: guest, name: 'Ivy', text: 'Ivy' }
    const value = {
      deep: [{ message: { id: 7, fromuserid: guest, name: 'Ivy' } }, caption],
      other: { id: 'x', name: 'A file' },
    }
    expect(veil(value, isHost)).toEqual({
      deep: [{ message: { id: 7, fromuserid: guest, name: '#3F2A' } }, { ...caption, name: '#3F2A' }],
      other: { id: 'x', name: 'A file' },
    })
    expect([...peopleNamedIn(value)].sort()).toEqual([guest])
    const known = { account: host, name: 'Paul', list: [{ id: host, name: 'Paul' }] }
    expect(veil(known, isHost)).toBe(known)
  })

  it('[PERM-058] takes their picture and what describes them as well, and twice is as once', () => {
    const person = {
      id: guest,
      name: 'Ivy I',
      firstname: 'Ivy',
      lastname: 'I',
      avatar: 'a.png',
      sign: 'CEO',
      line: true,
    }
    const veiled = { id: guest, name: '#3F2A', firstname: '#3F2A', lastname: '', avatar: '', sign: '', line: true }
    expect(veilPeople([person], isHost)).toEqual([veiled])
    expect(veilPeople([veiled], isHost)).toEqual([veiled])
    expect(isGuestName(veiled.name)).toBe(true)
    expect(isGuestName(person.name)).toBe(false)
    const paul = { ...person, id: host }
    expect(veilPeople([paul], isHost)).toEqual([paul])
  })

  it('[PERM-059] takes it from the text of a message that mentions them, in any script', () => {
    const named = [
      { id: guest, name: '林 Ivy' },
      { id: host, name: 'Paul' },
    ]
    const message = {
      fromuserid: host,
      name: 'Paul',
      msg_content: base64('@Paul, @林 Ivy 好'),
      notification_members: named,
    }
    expect(veil(message, isHost)).toMatchObject({
      msg_content: base64(`@Paul, @${guestName(guest)} 好`),
      notification_members: [{ name: '#3F2A' }, { name: 'Paul' }],
    })
    // a change of a message, and a question that was one
    expect(veil({ id: 7, msg_content: base64('@林 Ivy'), notification_members: named }, isHost)).toMatchObject({
      msg_content: base64('@#3F2A'),
    })
    const question = { account: null, name: '', content: 'So @林 Ivy, @Paul?', notification_members: named }
    expect(veil(question, isHost)).toMatchObject({ name: '', content: 'So @#3F2A, @Paul?' })
  })

  it('gives one person another name, and leaves everybody else theirs', () => {
    const forgotten = (id: string) => (id === host ? guestName(id) : undefined)
    const said = { fromuserid: guest, name: 'Ivy', list: [{ id: host, name: 'Paul' }] }
    expect(rename(said, forgotten)).toEqual({ ...said, list: [{ id: host, name: '#AAAA' }] })
    expect(rename(said, () => undefined)).toBe(said)
  })
})
