import type { handlers as productHandlers } from '#app/server/features.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { getCommitmentList } from '#features/results/commitment/server/getCommitments.ts'
import { moderates } from '#features/room/room/rules.ts'
import { announcing } from '#features/room/room/server/announce.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { updatePitchMuteChat } from '#features/talk/chat/server/moderationActs.ts'
import type { Frame } from '#server/frame.ts'

type AllHandlers = typeof productHandlers

/** A fault that is put into the product on purpose, to see that the simulator finds it. */
export interface Plant {
  /** The invariants by which it shows. */
  readonly shows: readonly string[]
  readonly sql?: string
  readonly roomModel?: (own: Frame['roomModel']) => Frame['roomModel']
  readonly handlers?: Partial<AllHandlers>
}

/** Milliseconds by which the late mute is late. */
const LATE = 250

export const plants = {
  /** The unique index on which "once" rests is gone. */
  commitTwice: {
    shows: ['rights', 'one commitment', 'only once'],
    sql: 'drop index commitment_once',
  },
  /** One call forgets to look at the caller's part. */
  openCommitments: {
    shows: ['rights', 'secrecy'],
    handlers: {
      getCommitmentList: context =>
        getCommitmentList({ ...context, actor: { ...context.actor, roles: ['superadmin'] } }),
    },
  },
  /** A mute is acknowledged a moment before it holds. */
  lateMute: {
    shows: ['rights', 'writes'],
    handlers: {
      updatePitchMuteChat: withPitch<typeof chatCalls.updatePitchMuteChat>(moderates, async context => {
        const { frame, actor, input } = context
        const whom = input.user_id
        if (whom && (await hostsAmong(context.db, context.pitch.id, [whom])).length > 0)
          return updatePitchMuteChat(context)
        const mute = async () => {
          const tasks: (() => void | Promise<void>)[] = []
          const afterCommit = (task: () => void | Promise<void>) => void tasks.push(task)
          await frame.db.transaction(db =>
            updatePitchMuteChat({
              ...{ ...context, db, afterCommit },
              announce: announcing({ db, actor, frame, afterCommit }),
            }),
          )
          for (const task of tasks) await task()
        }
        context.afterCommit(() => void setTimeout(() => mute().catch(() => {}), LATE))
        return { is_mute_chat: input.is_mute_chat }
      }),
    },
  },
  /** Signals go out with the names of guests. */
  namedGuests: {
    shows: ['secrecy'],
    roomModel: own => ({ ...own, tells: value => value }),
  },
  /** Every third removal has no entry in the audit log. */
  auditGap: {
    shows: ['audit'],
    sql: `create sequence planted;
      create function planted_gap() returns trigger language plpgsql as $$ begin
        if new.action = 'attendee.remove' and nextval('planted') % 3 = 0 then return null; end if;
        return new;
      end $$;
      create trigger planted_gap before insert on audit_entry for each row execute function planted_gap()`,
  },
  /** A seat that comes free is offered to nobody. */
  forgottenSeat: {
    shows: ['seats'],
    sql: `create function planted_offer() returns trigger language plpgsql as $$ begin
        if old.offered_until is null and new.offered_until is not null then return null; end if;
        return new;
      end $$;
      create trigger planted_offer before update on seat_wait for each row execute function planted_offer()`,
  },
  /** Who asks for a seat comes before those who wait already. */
  lastFirst: {
    shows: ['seats'],
    sql: `create function planted_wait() returns trigger language plpgsql as $$ begin
        new.created_at := timestamptz 'epoch' - (new.created_at - timestamptz 'epoch');
        return new;
      end $$;
      create trigger planted_wait before insert on seat_wait for each row execute function planted_wait()`,
  },
  /** Repeats of a call are not recognised. */
  noMemory: {
    shows: ['only once', 'writes', 'audit', 'rights'],
    sql: `create function planted_key() returns trigger language plpgsql as $$ begin
        new.key := gen_random_uuid()::text;
        return new;
      end $$;
      create trigger planted_key before insert on answered_call for each row execute function planted_key()`,
  },
  /** A room leaves out a number now and then. */
  lostNumber: {
    shows: ['numbers', 'breakdown'],
    sql: `create function planted_number() returns trigger language plpgsql as $$ begin
        if new.seq % 7 = 0 then new.seq := new.seq + 1; end if;
        return new;
      end $$;
      create trigger planted_number before update of seq on room for each row execute function planted_number()`,
  },
} as const satisfies Record<string, Plant>

export type PlantName = keyof typeof plants
