import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { isMobileAgent, isPhone } from '#web/ui/device.ts'
import { screens } from '../screens.ts'
import { menuOf } from './menu.ts'

const info = {
  firstname: 'Ada',
  lastname: 'Okafor',
  username: 'ada',
  email: 'ada@quill.example',
  company_name: '',
  position: '',
  location: '',
  timezone: 'UTC',
  language: 'en',
}
const menu = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Main menu' })
  return within(navigation)
    .getAllByRole('link')
    .map(link => link.getAttribute('href'))
}

describe('the sidebar', () => {
  it.each([
    ['presenter', ['/admin/index', '/mydashboard/index', '/pitches/list']],
    [
      'pitchadmin',
      [
        '/admin/index',
        '/mydashboard/index',
        '/pitches/list',
        '/pitch-management/index',
        '/presenter-invitation',
        '/companies',
        '/list-management',
        '/spv/list',
        '/suppressions/blocks',
      ],
    ],
    [
      'useradmin',
      [
        '/admin/index',
        '/mydashboard/index',
        '/pitches/list',
        '/user-management/list',
        '/user-management/invitations',
        '/user-management/investor-accounts',
        '/user-management/accreditation',
        '/companies',
        '/list-management',
        '/suppressions/blocks',
      ],
    ],
    ['vc', ['/mydashboard/index']],
  ])('[SHELL-017] shows %s what they may open, and nothing else', async (role, paths) => {
    await renderAt('/mydashboard/index', signedInAs(role))
    expect(await menu()).toEqual(paths)
  })

  // behaviour of NAV-011: one's own pitches stay, since their presenter would look for them there
  it.each(['superadmin', 'admin', 'useradmin', 'pitchadmin', 'presenter'] as const)(
    '[NAV-011, NAV-016] hides the pitches routes but My pitches, and the system_validation routes, from %s',
    async role => {
      const hidden = Object.keys(screens).filter(path => /^\/(pitches|system_validation)\//.test(path))
      expect(hidden.length).toBeGreaterThan(15)
      await renderAt('/admin/index', signedInAs(role))
      const narrow = menuOf({ ...person, roles: [role] }, true).flatMap(({ entries }) => entries)
      for (const shown of [await menu(), narrow.map(({ path }) => path)])
        expect(shown.filter(path => path && hidden.includes(path))).toEqual(['/pitches/list'])
    },
  )

  it('[SHELL-017] shows the superadmin users, login log and outbox', async () => {
    await renderAt('/admin/index')
    expect(await menu()).toEqual(
      expect.arrayContaining(['/user-management/list', '/login-logs/list', '/administration/outbox']),
    )
  })

  it('[SHELL-016] collapses to icons that keep their names, and stays so', async () => {
    const { user, inputOf } = await renderAt('/admin/index')
    await user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }))
    expect(screen.getByRole('button', { name: 'Expand sidebar' }).getAttribute('aria-expanded')).toBe('false')
    expect(screen.getByRole('link', { name: 'Sign-in history' }).textContent).toBe('')
    expect(JSON.parse(localStorage.getItem('rostrum.look') ?? '{}')).toMatchObject({ sidebar: 'icons' })
    expect(inputOf('updateUserConfig')).toEqual({ sidebar: 'icons' })
  })

  it('[SHELL-009] leads from the logo to /mydashboard', async () => {
    const { user, where } = await renderAt('/admin/index')
    const logo = (await screen.findByText('Rostrum')).closest('a')
    expect(logo?.getAttribute('href')).toBe('/mydashboard')
    if (logo) await user.click(logo)
    await screen.findByRole('heading', { name: 'My dashboard' })
    expect(where.address).toBe('/mydashboard/index')
  })

  it.each(['superadmin', 'admin', 'pitchadmin'])('[SHELL-024, CONST-041] shows %s the version label', async role => {
    await renderAt('/admin/index', signedInAs(role))
    expect(await screen.findByText('v1.27')).toBeTruthy()
  })
  it.each(['useradmin', 'presenter', 'vc', 'member'])('[SHELL-025] does not show it to %s', async role => {
    await renderAt('/mydashboard/index', signedInAs(role))
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(screen.queryByText('v1.27')).toBeNull()
  })
})

describe('the mobile layout', () => {
  it('[SHELL-019, SHELL-018, CONST-037] keeps the menu in a drawer under 1024, which closes after navigation', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width: 1023.98px'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const { user, where } = await renderAt('/admin/index', { getLoginLogList: () => ({ items: [], total: 0 }) })
    await user.click(await screen.findByRole('button', { name: 'Menu' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Sign-in history' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where.address).toBe('/login-logs/list')
  })

  it('keeps what is open on the screen when a window is made narrower', async () => {
    let narrow = false
    const told = new Set<(event: { matches: boolean }) => void>()
    vi.stubGlobal('matchMedia', (query: string) => ({
      get matches() {
        return narrow && query.includes('max-width: 1023.98px')
      },
      addEventListener: (_: string, tell: (event: { matches: boolean }) => void) => told.add(tell),
      removeEventListener: (_: string, tell: (event: { matches: boolean }) => void) => told.delete(tell),
    }))
    await renderAt('/admin/index', {})
    const heading = await screen.findByRole('heading', { name: /Welcome Back/ })
    narrow = true
    act(() => {
      for (const tell of told) tell({ matches: true })
    })
    expect(await screen.findByRole('button', { name: 'Menu' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: /Welcome Back/ })).toBe(heading)
  })

  it('[NAV-010, NAV-017, NAV-018, NAV-019, NAV-020] has entries for notices with their number, help, language and sign-out, which the wide layout hides', async () => {
    const getNoticeList = () => ({ items: [], total: 3, unread: 3 })
    await renderAt('/mydashboard/index', { ...signedInAs('presenter'), getNoticeList })
    const mine = ['/tip/alter', '/help', '/personal-info/language', '/logout']
    for (const path of mine) expect(await menu()).not.toContain(path)
    cleanup()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width: 1023.98px'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const narrow = await renderAt('/mydashboard/index', { ...signedInAs('presenter'), getNoticeList })
    await narrow.user.click(await screen.findByRole('button', { name: 'Menu' }))
    expect((await menu()).slice(-4)).toEqual(mine)
    expect((await screen.findByRole('link', { name: 'Notifications 3 unread' })).getAttribute('href')).toBe(
      '/tip/alter',
    )
  })

  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
  const tablet = 'Mozilla/5.0 (Linux; Android 16; SM-X910) Chrome/146.0 Safari/537.36'
  const withUse = (mobile_access: boolean): Answers => ({ getUserInfoByToken: () => ({ ...person, mobile_access }) })
  it('[PROD-053] shows a phone the console where mobile access is allowed, and else a page that says so', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    await renderAt('/admin/index', withUse(true))
    expect(await screen.findByRole('heading', { name: /Welcome Back/ })).toBeTruthy()
    cleanup()
    await renderAt('/admin/index', withUse(false))
    expect(await screen.findByRole('heading', { name: 'Use a larger screen' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/logout')
    expect(screen.queryByRole('navigation')).toBeNull()
  })
  it.each([
    ['a tablet', tablet],
    ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/146.0'],
  ])('[PROD-052] shows the whole console on %s, mobile access or not', async (_, agent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    await renderAt('/admin/index', withUse(false))
    expect(await screen.findByRole('heading', { name: /Welcome Back/ })).toBeTruthy()
  })
  it('[PROD-053] knows a phone from a tablet', () => {
    expect(isPhone(phone)).toBe(true)
    expect(isPhone('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/146.0 Mobile Safari/537.36')).toBe(true)
    expect(isPhone(tablet)).toBe(false)
    expect(isPhone('Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Mobile/15E148')).toBe(false)
  })

  it('[SHELL-020] is for the browsers of phones and tablets, whatever their width', () => {
    expect(isMobileAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148')).toBe(true)
    expect(isMobileAgent('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/146.0')).toBe(true)
    expect(isMobileAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/146.0')).toBe(false)
  })
})

describe('the top bar', () => {
  it('[SHELL-002, ENT-049] shows the logo of the company, or the default one', async () => {
    await renderAt('/admin/index')
    expect((await screen.findByText('Rostrum')).closest('a')).toBeTruthy()
    cleanup()
    const company_header_logo2 = 'pictures/abc.webp'
    await renderAt('/admin/index', { getUserInfoByToken: () => ({ ...person, company_header_logo2 }) })
    const logo = await screen.findByRole('img', { name: 'Quill Capital' })
    expect(logo.getAttribute('src')).toBe('/webapi/pictures/abc.webp')
    expect(screen.queryByText('Rostrum')).toBeNull()
  })

  it.each([
    ['vc', true],
    ['presenter', false],
  ])('[SHELL-010] offers the manual, a PDF, to investors alone: to %s %s', async (role, offered) => {
    const who = { ...person, roles: [role], is_vc: role === 'vc' }
    const { user } = await renderAt('/mydashboard/index', { getUserInfoByToken: () => who }, 'zh-Hant')
    await user.click(await screen.findByRole('button', { name: /Ada Okafor/ }))
    const manual = screen.queryByRole('menuitem', { name: '使用手冊（PDF）' })
    expect(manual?.getAttribute('href') ?? '').toBe(offered ? '/manuals/investor.zh-Hant.pdf' : '')
  })

  it('[SHELL-001] says where one is, and so does the tab', async () => {
    await renderAt('/login-logs/list', { getLoginLogList: () => ({ items: [], total: 0 }) })
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' })
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['Administration', 'Sign-in history'])
    expect(document.title).toBe('Sign-in history · Rostrum')
  })

  it('[SHELL-006, SHELL-008] shows name and avatar, and leads home', async () => {
    const { user } = await renderAt('/admin/index')
    const button = await screen.findByRole('button', { name: 'Your account: Ada Okafor' })
    expect(button.textContent).toContain('AOAda Okafor')
    await user.click(button)
    expect((await screen.findByRole('menuitem', { name: 'Home' })).getAttribute('href')).toBe('/admin/index')
  })

  it('[SHELL-005, SHELL-026, SHELL-027, SHELL-028, SHELL-030] offers the three languages and says when one is picked', async () => {
    const { user, inputOf } = await renderAt('/admin/index', {
      getPersonalInfo: () => info,
      updateLanguage: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Language: English' }))
    const offered = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
    expect(offered.slice(0, 3)).toEqual(['English', '简体中文', '繁體中文'])
    await user.click(screen.getByRole('menuitem', { name: '繁體中文' }))
    expect(await screen.findByText('介面語言已切換為繁體中文。')).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-Hant')
    expect(localStorage.getItem('rostrum.language')).toBe('zh-Hant')
    await waitFor(() => expect(inputOf('updateLanguage')?.['language']).toBe('zh-Hant'))
  })
})

describe('the Resource ID option', () => {
  it.each([
    ['superadmin', true],
    ['admin', true],
    ['useradmin', false],
    ['pitchadmin', false],
    ['presenter', false],
    ['vc', false],
  ])('[SHELL-029] is offered to %s: %s', async (role, offered) => {
    const { user } = await renderAt('/mydashboard/index', signedInAs(role))
    await user.click(await screen.findByRole('button', { name: 'Language: English' }))
    await screen.findByRole('menuitem', { name: '繁體中文' })
    expect(screen.queryByRole('menuitem', { name: 'Resource ID' }) !== null).toBe(offered)
  })
  it('[SHELL-029] shows the keys of the texts', async () => {
    const { user } = await renderAt('/mydashboard/index')
    await user.click(await screen.findByRole('button', { name: 'Language: English' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Resource ID' }))
    expect(await screen.findByRole('heading', { name: 'title' })).toBeTruthy()
  })
})

describe('a navigation', () => {
  it('[NAV-004] uses the history of the browser', async () => {
    const { App } = await import('../routes.tsx')
    history.replaceState(null, '', '/login')
    await renderAt('/404', {}, 'en')
    cleanup()
    render(<App />)
    await screen.findByRole('heading', { name: /Welcome Back/ })
    expect([location.pathname, location.hash]).toEqual(['/admin/index', ''])
  })

  it('[NAV-005] begins at the top of the page, with the keyboard in the new screen', async () => {
    const scroll = vi.fn()
    vi.stubGlobal('scrollTo', scroll)
    const { user } = await renderAt('/admin/index', { getLoginLogList: () => ({ items: [], total: 0 }) })
    await user.click(await screen.findByRole('link', { name: 'Sign-in history' }))
    await screen.findByRole('heading', { name: 'Sign-in history' })
    expect(scroll).toHaveBeenCalledWith(0, 0)
    expect(document.activeElement?.id).toBe('content')
  })
})

describe('the home page', () => {
  it('[SHELL-021, SCREEN-009] greets by name', async () => {
    await renderAt('/')
    expect(await screen.findByRole('heading', { name: 'Hi Ada Okafor, Welcome Back' })).toBeTruthy()
  })
  it('says what to do when nothing is ahead', async () => {
    await renderAt('/admin/index')
    expect(await screen.findByText('No upcoming pitches.')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'New pitch' })[0]?.getAttribute('href')).toBe('/pitches/create')
  })
})

describe('the pages that say how things stand', () => {
  it('[NAV-002, ERR-005, ERR-042] shows Error 404 at /404 for an unknown path', async () => {
    const { where } = await renderAt('/nowhere/at/all')
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeTruthy()
    expect(where.address).toBe('/404')
  })
  it.each(['/files/index', '/banking/fees'])(
    'shows it at %s, whose screen comes later, and no entry in the menu leads there',
    async address => {
      const { where } = await renderAt(address, signedInAs('admin', 'banking', 'files'))
      expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeTruthy()
      expect(where.address).toBe('/404')
      cleanup()
      await renderAt('/mydashboard/index', signedInAs('admin', 'banking', 'files'))
      expect(await menu()).not.toContain(address)
    },
  )
  it('[NAV-012] shows it for an id that is not numeric', async () => {
    const { where } = await renderAt('/pitches/view/abc')
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeTruthy()
    expect(where.address).toBe('/404')
  })
  it('[NAV-021, NAV-036, ERR-004, ERR-043, PERM-082] shows Error 401 without a way back to what is forbidden', async () => {
    const { where } = await renderAt('/login-logs/list', signedInAs('presenter'))
    expect(await screen.findByRole('heading', { name: 'Error 401' })).toBeTruthy()
    expect(screen.getByText('No permission, please contact the admin')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Go back' })).toBeNull()
    expect(where.address).toBe('/401')
  })
  it('[ERR-044] shows Server error for a screen that broke, inside the shell, and leaves by the menu', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = await renderAt('/login-logs/list', { getLoginLogList: () => ({ items: [null], total: 1 }) })
    expect(await screen.findByRole('heading', { name: 'Server error' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    expect(await screen.findByRole('heading', { name: /Welcome Back/ })).toBeTruthy()
    quiet.mockRestore()
  })
  it('[NAV-040] refreshes a screen that broke over /redirect plus its path: all of it is asked for anew', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    let items: unknown[] = [null]
    const { user, where, addresses, made } = await renderAt('/login-logs/list?page=3', {
      getLoginLogList: () => ({ items, total: items.length }),
    })
    await screen.findByRole('heading', { name: 'Server error' })
    items = []
    const asked = () => made.filter(({ call }) => call === 'getLoginLogList').length
    const before = asked()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await screen.findByRole('heading', { name: 'Sign-in history' })
    expect(addresses).toContain('/redirect/login-logs/list?page=3')
    expect(where.address).toBe('/login-logs/list?page=3')
    expect(asked()).toBeGreaterThan(before)
    quiet.mockRestore()
  })
  it('loads the whole page again where a screen breaks once more', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    const { user, addresses } = await renderAt('/login-logs/list', {
      getLoginLogList: () => ({ items: [null], total: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(addresses).toContain('/redirect/login-logs/list'))
    expect(reload).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
    quiet.mockRestore()
    reload.mockRestore()
  })
})
