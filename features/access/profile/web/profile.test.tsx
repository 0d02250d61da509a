import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, nobody, person, renderAt } from '#web/testing/renderAt.tsx'
import { setReaderZone } from '#web/ui/readerZone.ts'

const info = {
  user_id: person.user_id,
  firstname: 'Ada',
  lastname: 'Okafor',
  username: 'adaokafor',
  email: 'ada@quill.example',
  email_state: 'confirmed',
  email_pending: '',
  has_email_code: false,
  email_resend_at: null as string | null,
  company_name: 'Quill',
  position: 'Partner',
  location: 'Lagos',
  timezone: 'Africa/Lagos',
  preferred_timezone: '',
  language: 'en',
  linkedin_publicProfileUrl: '',
  mobile: '',
  is_mobile_verified: false,
  status: 'online',
  head_image: '',
  has_own_image: false,
  account_type: 'vc',
  roles: ['vc'],
  org_name: 'Quill Capital',
  last_login: '2026-11-24T15:00:00Z',
  created_on: '2026-01-01T12:00:00Z',
}
const signedIn: Answers = { getUserInfoByToken: () => ({ ...person, roles: ['vc', 'nolinkedin'], is_vc: true }) }
const answers = (change: Partial<typeof info> = {}, more: Answers = {}): Answers => ({
  ...signedIn,
  getPersonalInfo: () => ({ ...info, ...change }),
  ...more,
})
const sections = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}
afterEach(() => setReaderZone(undefined))

describe('the profile', () => {
  it('[SCREEN-011, SCREEN-013, ENT-030, ENT-046] shows what others see and what the account is, times in the own zone', async () => {
    await renderAt('/personal-info/profile', answers())
    expect(await screen.findByRole('heading', { level: 1, name: 'My profile' })).toBeTruthy()
    const frame = screen.getByRole('navigation', { name: 'Personal information' })
    expect(within(frame).getByRole('link', { name: 'My profile' }).getAttribute('aria-current')).toBe('page')
    expect(within(frame).getByRole('link', { name: 'My avatar' }).getAttribute('href')).toBe('/personal-info/avatar')
    expect(within(frame).queryByRole('link', { name: 'Language' })).toBeNull()
    expect((await sections('What others see')).getByText('Partner at Quill')).toBeTruthy()
    const account = await sections('Your account')
    expect(account.getByText('Investor')).toBeTruthy()
    expect(account.getByText('Tue, Nov 24, 10:00 AM EST')).toBeTruthy()
  })

  it('[NAV-009] is where an investor lands', async () => {
    const { where } = await renderAt('/', answers())
    expect(await screen.findByRole('heading', { level: 1, name: 'My profile' })).toBeTruthy()
    expect(where.address).toBe('/personal-info/profile')
  })

  it('[CALL-080, ERR-078] saves what was typed and says so; a failure says so and keeps it', async () => {
    let fails = true
    const { user, inputOf } = await renderAt(
      '/personal-info/profile',
      answers(
        {},
        {
          updatePersonalInfo: input => {
            if (fails) throw new CallFailed('StorageFull')
            return { ...info, ...input }
          },
        },
      ),
    )
    const position = await screen.findByLabelText('Position')
    await user.clear(position)
    await user.fill(position, '<img src=x onerror=alert(1)>')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    expect(await screen.findByText('Save failed')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Position').value).toBe('<img src=x onerror=alert(1)>')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    expect(await screen.findByText('Profile saved.')).toBeTruthy()
    expect(inputOf('updatePersonalInfo')).toMatchObject({
      position: '<img src=x onerror=alert(1)>',
      timezone: 'Africa/Lagos',
    })
    expect(inputOf('updatePersonalInfo')).not.toHaveProperty('mobile')
    expect(document.querySelector('img[src=x]')).toBeNull()
  })

  it('shows script in any field as text', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const all = {
      firstname: script,
      lastname: script,
      company_name: script,
      position: script,
      location: script,
      org_name: script,
    }
    await renderAt('/personal-info/profile', answers(all))
    const card = await sections('What others see')
    expect(card.getByText(`${script} at ${script}`)).toBeTruthy()
    expect(document.querySelector('main script, main img[src=x]')).toBeNull()
  })

  it('[RULE-024, RULE-025, RULE-035] says what is wrong with a field before anything is sent', async () => {
    const { user, made } = await renderAt('/personal-info/profile', answers())
    await user.clear(await screen.findByLabelText(/First name/))
    await user.fill(screen.getByLabelText('LinkedIn profile'), 'https://www.linkedin.com/in/ada')
    await user.click(screen.getByRole('button', { name: 'Save profile' }))
    expect(screen.getByText('A LinkedIn profile name has at least 5 characters.')).toBeTruthy()
    await user.type(screen.getByLabelText('LinkedIn profile'), '{Control>}a{/Control}https://evil.test/in/adaokafor')
    expect(
      screen.getByText(/Enter a LinkedIn profile URL, for example https:\/\/www\.linkedin\.com\/in\/your-name\./),
    ).toBeTruthy()
    expect(made.map(({ call }) => call)).not.toContain('updatePersonalInfo')
  })

  it('keeps what was typed in this browser until it is saved', async () => {
    localStorage.setItem(
      `rostrum.draft.profile.${person.user_id}`,
      JSON.stringify({ at: Date.now(), value: { ...info, position: 'Managing partner' } }),
    )
    await renderAt('/personal-info/profile', answers())
    expect((await screen.findByLabelText<HTMLInputElement>('Position')).value).toBe('Managing partner')
    expect(screen.getByText(/^Draft from /)).toBeTruthy()
  })
})

describe('the user name', () => {
  it('[RULE-018, RULE-019, RULE-020, RULE-021, RULE-022, RULE-023] marks its rules while one types and offers free names', async () => {
    const { user, inputOf } = await renderAt(
      '/personal-info/profile',
      answers(
        {},
        {
          checkUsername: ({ username }) =>
            username === 'adataken'
              ? { state: 'taken', suggestions: ['adataken2'] }
              : { state: 'free', suggestions: [] },
          changeUsername: ({ username }) => ({ ...info, username }),
        },
      ),
    )
    const part = await sections('Username')
    const field = part.getByLabelText('Username')
    await user.clear(field)
    await user.type(field, 'Ada')
    const met = (rule: string) => part.getByText(rule).closest('li')?.getAttribute('data-met')
    expect([
      met('Letters and numbers only'),
      met('Starts with a lowercase letter'),
      met('At least 5 characters'),
    ]).toEqual(['true', 'false', 'false'])
    await user.clear(field)
    await user.fill(field, 'adataken')
    await user.click(await part.findByRole('button', { name: 'adataken2' }))
    await waitFor(() => expect(met('Not already taken')).toBe('true'))
    await user.click(part.getByRole('button', { name: 'Change username' }))
    expect(await screen.findByText('Your username is now adataken2.')).toBeTruthy()
    expect(inputOf('changeUsername')).toEqual({ username: 'adataken2' })
  })
})

describe('the e-mail address', () => {
  it('[CALL-095, CALL-096, STATE-075, STATE-076] asks for the password, then for the code, and is the new one', async () => {
    let now = { ...info }
    const { user, inputOf } = await renderAt('/personal-info/profile', {
      ...signedIn,
      getPersonalInfo: () => now,
      changeEmail: ({ email }) => {
        now = {
          ...now,
          email_pending: email ?? '',
          email_state: 'waiting',
          email_resend_at: new Date(Date.now() + 60_000).toISOString(),
        }
        return now
      },
      confirmEmail: () => {
        now = { ...now, email: now.email_pending, email_pending: '', email_state: 'confirmed', email_resend_at: null }
        return now
      },
    })
    const part = await sections('Email address')
    expect(part.getByText('Confirmed')).toBeTruthy()
    await user.click(part.getByRole('button', { name: 'Change email address' }))
    expect(document.activeElement).toBe(part.getByLabelText('New email address'))
    await user.fill(part.getByLabelText('New email address'), 'ada@new.example')
    await user.fill(part.getByLabelText('Your password'), 'secret 1{Enter}')
    expect(inputOf('changeEmail')).toEqual({ email: 'ada@new.example', current_pass: 'secret 1' })
    expect(await part.findByText(/We emailed a code to ada@new.example/)).toBeTruthy()
    expect(part.getByRole<HTMLButtonElement>('button', { name: /Send a new code \(\d+ sec\)/ }).disabled).toBe(true)
    await user.fill(part.getByLabelText('Code from the email'), '1234 5678{Enter}')
    expect(inputOf('confirmEmail')).toEqual({ code: '12345678' })
    expect(await part.findByText('ada@new.example')).toBeTruthy()
  })

  it('[STATE-075, STATE-077, CALL-094] has a code sent to an unproved address, and asks for it', async () => {
    const { user } = await renderAt(
      '/personal-info/profile',
      answers(
        { email_state: 'resendable' },
        {
          resendEmail: () => ({ ...info, email_state: 'waiting', has_email_code: true }),
        },
      ),
    )
    const part = await sections('Email address')
    expect(part.getByText('Not confirmed')).toBeTruthy()
    await user.click(part.getByRole('button', { name: 'Send code' }))
    expect(await part.findByText('Waiting for confirmation')).toBeTruthy()
    expect(part.getByLabelText('Code from the email')).toBeTruthy()
  })

  it('[STATE-077, CALL-094] offers another code when the time is over', async () => {
    const { user, inputOf } = await renderAt(
      '/personal-info/profile',
      answers(
        { email_state: 'resendable', email_pending: 'ada@new.example' },
        {
          resendEmail: () => ({ ...info, email_pending: 'ada@new.example', email_state: 'waiting' }),
        },
      ),
    )
    const part = await sections('Email address')
    await user.click(part.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText('New code sent.')).toBeTruthy()
    expect(inputOf('resendEmail')).toEqual({})
  })
})

describe('the mobile number', () => {
  it('[RULE-030] is refused when there can be none such, and proved by a code', async () => {
    let now = { ...info }
    const { user, made } = await renderAt('/personal-info/profile', {
      ...signedIn,
      getPersonalInfo: () => now,
      updatePersonalInfo: ({ mobile }) => {
        if (mobile === '202 555') throw new CallFailed('MobileNotAllowed', { mobile: 'mobile' })
        now = { ...now, mobile: '+12025550143' }
        return now
      },
      sendMobileCode: () => ({ is_sent: false }),
      verifyMobile: () => {
        now = { ...now, is_mobile_verified: true }
        return now
      },
    })
    const part = await sections('Mobile number')
    await user.fill(part.getByLabelText('Mobile number'), '202 555')
    await user.click(part.getByRole('button', { name: 'Save number' }))
    // at the field, and above the form
    expect(
      await part.findAllByText(/Enter a mobile number with country code, for example \+1 202 555 0143\./),
    ).toHaveLength(2)
    await user.clear(part.getByLabelText('Mobile number'))
    await user.fill(part.getByLabelText('Mobile number'), '+1 202 555 0143{Enter}')
    await user.click(await part.findByRole('button', { name: 'Text me a code' }))
    expect(await part.findByText(/Text messages aren’t set up here\./)).toBeTruthy()
    await user.type(part.getByLabelText('Code from the text message'), '12')
    await user.click(part.getByRole('button', { name: 'Verify number' }))
    expect(made.map(({ call }) => call)).not.toContain('verifyMobile')
    await user.fill(part.getByLabelText('Code from the text message'), '34 5678{Enter}')
    expect(await part.findByText('Verified')).toBeTruthy()
  })
})

describe('the avatar', () => {
  it('[SCREEN-010, ROUTE-080, CALL-083] is deleted after a question, and the initials are back', async () => {
    let now = { ...info, head_image: 'pictures/aaaaaaaaaaaaaaaaaaaaaa.webp', has_own_image: true }
    const { user, made } = await renderAt('/personal-info/avatar', {
      ...signedIn,
      getPersonalInfo: () => now,
      deleteAvatar: () => {
        now = { ...info }
        return now
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete picture' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete picture' }))
    expect(await screen.findByText('You have no picture. People see your initials.')).toBeTruthy()
    expect(made.map(({ call }) => call)).toContain('deleteAvatar')
  })

  it('says what it cannot read', async () => {
    await renderAt('/personal-info/avatar', answers())
    await screen.findByRole('button', { name: 'Choose picture' })
    const pasted = Object.assign(new Event('paste'), {
      clipboardData: { files: [new File(['<svg/>'], 'face.svg', { type: 'image/svg+xml' })] },
    })
    dispatchEvent(pasted)
    expect(await screen.findByText(/Your browser can’t read this file\./)).toBeTruthy()
  })
})

it('[ROUTE-081, NAV-010] the language has a page of its own, which the menu shows on a phone', async () => {
  Object.defineProperty(navigator, 'userAgent', { value: 'iPad Mobile', configurable: true })
  try {
    const { user, inputOf } = await renderAt(
      '/personal-info/language',
      answers({}, { updatePersonalInfo: ({ language }) => ({ ...info, language }) }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Language' })).toBeTruthy()
    expect(
      within(screen.getByRole('navigation', { name: 'Personal information' })).getByRole('link', { name: 'Language' }),
    ).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('heading', { level: 1, name: '语言' })).toBeTruthy()
    expect(inputOf('updatePersonalInfo')).toEqual({ language: 'zh-Hans' })
  } finally {
    Reflect.deleteProperty(navigator, 'userAgent')
  }
})

it('undoes a change of address only when asked to, and takes the code out of the address', async () => {
  const { user, made, where } = await renderAt('/email/undo-change?link_code=c0de', {
    ...nobody,
    checkUndoEmailLink: () => ({ old_email: 'ada@quill.example', new_email: 'thief@evil.example' }),
    undoEmailChange: () => ({ old_email: 'ada@quill.example' }),
  })
  expect(await screen.findByText(/changed from ada@quill.example to thief@evil.example/)).toBeTruthy()
  await waitFor(() => expect(where.address).toBe('/email/undo-change'))
  expect(made.map(({ call }) => call)).not.toContain('undoEmailChange')
  await user.click(screen.getByRole('button', { name: 'Undo change' }))
  expect(await screen.findByText(/Your address is ada@quill.example again/)).toBeTruthy()
})
