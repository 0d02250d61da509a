import { describe, expect, it } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import { releases } from '#testing/releases/releases.ts'
import { objections } from './migrations.ts'

const of = (sql: string, versions = ['0.1.0', '0.2.0']) =>
  objections({ statements: sql.split('--> statement-breakpoint') }, versions)

describe('the fence around migrations', () => {
  it('refuses a changed or missing released migration', () => {
    const released = releases().flatMap(({ migrations }) => migrations)
    const now = readMigrations().map(({ name, hash }) => ({ name, hash }))
    expect(now.slice(0, released.length)).toEqual(released)
  })

  it('permits none with which the previous version could not run', () => {
    const later = readMigrations().slice(1) // the first one creates the tables
    expect(later.flatMap(migration => objections(migration).map(why => `${migration.name}: ${why}`))).toEqual([])
  })

  it.each([
    'create table one (id uuid primary key, n int not null);--> statement-breakpoint\nalter table one add constraint a foreign key (n) references two (id);--> statement-breakpoint\ncreate unique index b on one using btree (n)',
    'ALTER TABLE "account" ADD COLUMN "note" text',
    `ALTER TABLE "account" ADD COLUMN "note" text DEFAULT 'not null' NOT NULL`,
    'ALTER TABLE "account" ADD COLUMN "made_at" timestamp with time zone DEFAULT now() NOT NULL',
    'alter table account add constraint a foreign key (n) references two (id) not valid\n-- contract: safe since 0.1.0',
    'alter table account validate constraint a',
    'drop index concurrently if exists a;--> statement-breakpoint\ncreate index concurrently a on account (email)',
    '-- contract: safe since 0.2.0\nalter table account drop column note',
    '-- locks: the table holds one row for each organisation\nupdate organisation set language = 1',
    '-- never: drop table account\nselect 1',
  ])('lets in: %s', sql => {
    expect(of(sql)).toEqual([])
  })

  it.each([
    ['drop table account', 'drops what'],
    ['alter table "account" drop column "note"', 'drops a column'],
    ['alter table account drop constraint account_email', 'writes may rely'],
    ['alter table account rename column a to b', 'renames'],
    ['alter table account rename to person', 'renames'],
    ['ALTER TABLE "account" ALTER COLUMN "note" SET DATA TYPE integer', 'type'],
    ['alter table account alter note type int', 'type'],
    ['ALTER TABLE "account" ALTER COLUMN "note" SET NOT NULL', 'without that column'],
    ['alter table account alter column note drop default', 'without that column'],
    ['ALTER TABLE "account" ADD COLUMN "note" text NOT NULL', 'does not fill'],
    ['alter table account add note text not null', 'does not fill'],
    ['alter table account add constraint a check (n > 0) not valid', 'may write'],
    ['create unique index concurrently a on account (email)', 'may write'],
    ['delete from account', 'deletes rows'],
    ['truncate account', 'deletes rows'],
    ['CREATE INDEX "a" ON "account" USING btree ("email")', 'all writes wait'],
    ['-- contract: safe since 0.1.0\ndrop index a', 'all calls wait'],
    ['alter table account add column key uuid default gen_random_uuid() not null', 'anew'],
    ['ALTER TABLE "a" ADD COLUMN "search" text GENERATED ALWAYS AS (lower("b")) STORED', 'anew'],
    ['alter table account add column n bigserial', 'anew'],
    ['-- contract: safe since 0.1.0\nalter table account add constraint a check (n > 0)', 'not valid'],
    ['-- contract: safe since 0.1.0\nalter table account add constraint a unique (n)', 'concurrently'],
    ['update account set note = 1 where note is null', 'every row'],
    ['create index concurrently a on account (email)', 'begins with'],
    ['drop index concurrently if exists a;create index concurrently a on account (email);select 1', 'of its own'],
    ['-- contract: safe since 0.3.0\nalter table account add column note text', 'no version 0.3.0'],
  ])('refuses: %s', (sql, why) => {
    expect(of(sql).join('\n')).toContain(why)
  })

  it('permits changes to a table only if the same migration creates it', () => {
    expect(of('create table one (n int);alter table two drop column n')).toHaveLength(1)
  })
})
