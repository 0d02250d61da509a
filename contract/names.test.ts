import { describe, expect, it } from 'vitest'
import { fullName } from './names.ts'

describe('a full name', () => {
  it.each([
    ['Mei', 'Lin', 'Mei Lin'],
    ['美玲', '林', '林美玲'],
    [' 美玲 ', ' 欧阳 ', '欧阳美玲'],
    ['Mei', '林', 'Mei 林'],
    ['阿尔贝·加缪', '', '阿尔贝·加缪'],
    ['', '林', '林'],
    ['', '', ''],
  ])('of %s and %s is %s', (firstname, lastname, name) => {
    expect(fullName({ firstname, lastname })).toBe(name)
  })
})
