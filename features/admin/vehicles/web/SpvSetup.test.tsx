import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { testSpv } from './testSpv.ts'

const row = testSpv
const name = row.spv_legal_name
const open = (answers: Answers = {}, at = '/spv/list') =>
  renderAt(at, {
    getSpvList: () => ({ items: [row], total: 1 }),
    getSpv: () => ({ ...row, ein: '12-3456789' }),
    ...answers,
  })
const refuse = () => {
  throw new CallFailed('Unavailable')
}

describe('[SCREEN-027, ROUTE-121] SPV setup', () => {
  it('is searched and sorted by its address, and masks the EIN', async () => {
    const { user, inputOf } = await open({}, '/spv/list?name=qu')
    expect(await screen.findByRole('cell', { name })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '••-•••6789' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: 'Delaware, United States' })).toBeTruthy()
    const asked = { page: '1', limit: '20', name: 'qu' }
    expect(inputOf('getSpvList')).toEqual({ ...asked, sort: 'name', order: 'asc' })
    await user.click(screen.getByRole('button', { name: /Last changed/ }))
    await waitFor(() => expect(inputOf('getSpvList')).toMatchObject({ ...asked, sort: 'updated_on' }))
  })

  it.each(['superadmin', 'admin', 'pitchadmin'] as const)('[PERM-016] is open to %s', async role => {
    await open(signedInAs(role))
    expect(await screen.findByRole('heading', { name: 'SPV setup' })).toBeTruthy()
    expect(await screen.findByText(name)).toBeTruthy()
  })
  it.each(['useradmin', 'presenter', 'vc', 'member'] as const)('[PERM-016] is closed to %s', async role => {
    const { made } = await open(signedInAs(role))
    await screen.findByText(/No permission/)
    expect(made.map(({ call }) => call)).not.toContain('getSpvList')
  })

  it('says what to do when it is empty', async () => {
    await open({ getSpvList: () => ({ items: [], total: 0 }) })
    expect(await screen.findByText('No SPVs yet.')).toBeTruthy()
  })
  it('offers a retry when it fails', async () => {
    await open({ getSpvList: refuse })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('an SPV', () => {
  it('[RULE-067, RULE-068, RULE-069, ERR-073] is created once every field is there and the EIN is the same twice', async () => {
    let isTaken = true
    const { user, inputOf } = await open({
      createSpv: () => {
        if (isTaken) throw new CallFailed('SpvExists', { ein: 'SpvExists' })
        return { id: row.id }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add SPV' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Add SPV' }))
    const create = () => user.click(drawer.getByRole('button', { name: 'Add' }))
    const field = (label: string | RegExp) => drawer.getByRole<HTMLInputElement>('textbox', { name: label })
    const write = async (label: string | RegExp, text: string) => {
      await user.clear(field(label))
      await user.paste(text)
    }
    await create()
    expect(await drawer.findAllByText('Enter a value.')).toHaveLength(5)
    await write('Legal name', name)
    await write(/^EIN$/, '00-3456789')
    expect(await drawer.findByText('Enter an EIN, for example 12-3456789.')).toBeTruthy()
    await write(/^EIN$/, '12-3456789')
    await write('Confirm EIN', '12-3456780')
    expect(await drawer.findByText('The two EINs differ. Enter the same EIN twice.')).toBeTruthy()
    await write('State or province', 'Singapore')
    await write('Registered agent', 'Harbour Agents, Inc.')
    await user.type(drawer.getByRole('combobox', { name: 'Country or region' }), 'Singap{ArrowDown}{Enter}')
    await create()
    expect(inputOf('createSpv')).toBeUndefined()
    await write('Confirm EIN', '123456789')
    await create()
    expect(await drawer.findByText('Another SPV has this EIN. Check the number.')).toBeTruthy()
    isTaken = false
    await create()
    expect(await screen.findByText(`${name} was added.`)).toBeTruthy()
    expect(inputOf('createSpv')).toMatchObject({ ein: '12-3456789', ein_again: '123456789', country: 'SG' })
  })

  it('[ERR-073] is changed, only where it was changed, and asks for a new EIN twice', async () => {
    const { user, choose, inputOf } = await open({ updateSpv: () => ({ id: row.id }) })
    await choose(`Actions for ${name}`, 'Edit')
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit SPV' }))
    const agent = await drawer.findByRole('textbox', { name: 'Registered agent' })
    expect(drawer.queryByRole('textbox', { name: 'Confirm EIN' })).toBeNull()
    expect(drawer.getByRole('combobox', { name: 'State or province' })).toBeTruthy()
    await user.clear(agent)
    await user.fill(agent, 'Bay Agents')
    const ein = drawer.getByRole('textbox', { name: /^EIN$/ })
    await user.type(ein, '{Backspace}0')
    expect(await drawer.findByRole('textbox', { name: 'Confirm EIN' })).toBeTruthy()
    await user.type(ein, '{Backspace}9')
    await user.click(drawer.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`${name} was saved.`)).toBeTruthy()
    expect(inputOf('updateSpv')).toEqual({ id: row.id, registered_agent: 'Bay Agents' })
  })

  it.each([
    ['Add', 'Add failed'],
    ['Save', 'Save failed'],
  ] as const)('[ERR-073] says at the act that it failed, and keeps what was typed: %s', async (act, said) => {
    const { user, choose } = await open({ createSpv: refuse, updateSpv: refuse })
    if (act === 'Add') await user.click(await screen.findByRole('button', { name: 'Add SPV' }))
    else await choose(`Actions for ${name}`, 'Edit')
    const dialog = within(await screen.findByRole('dialog'))
    const agent = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Registered agent' })
    await user.type(agent, 'X')
    const put = async (label: string | RegExp, text: string) => {
      await user.click(dialog.getByRole('textbox', { name: label }))
      await user.paste(text)
    }
    if (act === 'Add') {
      for (const label of ['Legal name', 'State or province']) await put(label, 'X')
      for (const label of [/^EIN$/, 'Confirm EIN']) await put(label, '123456789')
      await user.type(dialog.getByRole('combobox', { name: 'Country or region' }), 'Singap{ArrowDown}{Enter}')
    }
    await user.click(dialog.getByRole('button', { name: act }))
    expect(await dialog.findByText(said)).toBeTruthy()
    expect(agent.value.endsWith('X')).toBe(true)
  })

  it('[ERR-073] is deleted after a question, and comes back', async () => {
    const { user, choose, inputOf } = await open({ deleteSpv: () => ({}), restoreSpv: () => ({}) })
    await choose(`Actions for ${name}`, 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete SPV' }))
    expect(dialog.getByText(/You can restore it for 30 days/)).toBeTruthy()
    expect(inputOf('deleteSpv')).toBeUndefined()
    await user.click(dialog.getByRole('button', { name: 'Delete SPV' }))
    expect(await screen.findByText(`${name} was deleted.`)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restoreSpv')).toEqual({ id: row.id }))
  })
  it('[ERR-073] says that a deletion failed', async () => {
    const { user, choose } = await open({ deleteSpv: refuse })
    await choose(`Actions for ${name}`, 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete SPV' }))
    expect(await dialog.findByText('Delete failed')).toBeTruthy()
  })

  it('that was deleted can be restored from the list', async () => {
    const deleted = { items: [{ ...row, deleted: true }], total: 1 }
    const { choose } = await open({ getSpvList: () => deleted, restoreSpv: () => ({}) }, '/spv/list?deleted=1')
    await choose(`Actions for ${name}`, 'Restore')
    expect(await screen.findByText(`${name} was restored.`)).toBeTruthy()
  })
})
