CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"username" text,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"roles" text[] NOT NULL,
	"state" text NOT NULL,
	"password_hash" text,
	"password_changed_at" timestamp with time zone,
	"prompt_reset_password" boolean DEFAULT false NOT NULL,
	"temporary_password_until" timestamp with time zone,
	"start_date" date,
	"end_date" date,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"joined_at" timestamp with time zone,
	"email_confirmed_at" timestamp with time zone,
	"timezone" text DEFAULT 'America/New_York' NOT NULL,
	"preferred_timezone" text,
	"language" text DEFAULT 'en' NOT NULL,
	"mobile" text,
	"mobile_verified_at" timestamp with time zone,
	"head_image" text,
	"linkedin_image" text,
	"status" text DEFAULT 'online' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"linkedin_profile_url" text,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (lower("account"."firstname" || ' ' || "account"."lastname" || ' ' || "account"."email" || ' ' || coalesce("account"."username", '') || ' ' || "account"."company_name")) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"sent_to" text NOT NULL,
	"flag" text DEFAULT 'console' NOT NULL,
	"pitch_code" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_link_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_tag" (
	"account_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "account_tag_account_id_tag_id_pk" PRIMARY KEY("account_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"undo_hash" text,
	"undo_until" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "email_change_undoHash_unique" UNIQUE("undo_hash")
);
--> statement-breakpoint
CREATE TABLE "user_export" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"format" text NOT NULL,
	"selection" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_tag" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_task" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"act" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid,
	"actor_id" uuid,
	"impersonator_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" bigint,
	"hash" text
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caption" (
	"pitch_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "caption_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"speaker_id" uuid NOT NULL,
	"speaker_name" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "caption_pitch_id_speaker_id_id_pk" PRIMARY KEY("pitch_id","speaker_id","id")
);
--> statement-breakpoint
CREATE TABLE "caption_hearing" (
	"pitch_id" bigint PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"is_heard" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caption_keeping" (
	"pitch_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caption_reader" (
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"window" uuid NOT NULL,
	"language" text,
	"said_at" timestamp with time zone NOT NULL,
	CONSTRAINT "caption_reader_pitch_id_account_id_window_pk" PRIMARY KEY("pitch_id","account_id","window")
);
--> statement-breakpoint
CREATE TABLE "caption_speaker" (
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"language" text,
	"is_silent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "caption_speaker_pitch_id_account_id_pk" PRIMARY KEY("pitch_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "caption_translation" (
	"pitch_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"language" text NOT NULL,
	"text" text,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "caption_translation_pitch_id_hash_language_pk" PRIMARY KEY("pitch_id","hash","language")
);
--> statement-breakpoint
CREATE TABLE "chat_group" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"pair" text,
	"name" text NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_member" (
	"group_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"after_message" bigint DEFAULT 0 NOT NULL,
	"read_message" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_member_group_id_account_id_pk" PRIMARY KEY("group_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "chat_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" uuid NOT NULL,
	"from_account_id" uuid NOT NULL,
	"from_name" text NOT NULL,
	"from_part" text,
	"local_message_id" uuid NOT NULL,
	"type" integer NOT NULL,
	"content" text NOT NULL,
	"father_message" bigint,
	"session_id" uuid,
	"offdata" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted" text,
	"reactions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"detail" jsonb,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_reaction" (
	"message_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_reaction_message_id_account_id_emoji_pk" PRIMARY KEY("message_id","account_id","emoji")
);
--> statement-breakpoint
CREATE TABLE "commitment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"initials" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deck_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"pitch_id" bigint,
	"uploaded_by" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"pages" integer,
	"run" uuid,
	"run_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deck_location" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deck_page" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"text" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	CONSTRAINT "deck_page_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "deck_upload" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"mobile" text,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "factor_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_code_purpose_subject_pk" PRIMARY KEY("purpose","subject")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"session_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenge_session_id_purpose_pk" PRIMARY KEY("session_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "pending_entry" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"way" text NOT NULL,
	"username" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "remembered_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "remembered_device_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "security_question" (
	"account_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"answer_hash" text NOT NULL,
	CONSTRAINT "security_question_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
CREATE TABLE "step_guess" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"guesses" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_rating" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rating" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendee" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"mail_id" uuid,
	"invited_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"first_joined_at" timestamp with time zone,
	"tag" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attendee_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "join_link_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"view_hash" text,
	"calendar" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_message_key_unique" UNIQUE("key"),
	CONSTRAINT "mail_message_viewHash_unique" UNIQUE("view_hash")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_account_id" uuid,
	"search" text NOT NULL,
	"read_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"domain" text,
	"company_users_limit" integer,
	"enforce_second_factor" boolean DEFAULT false NOT NULL,
	"enforce_admin_factor" boolean DEFAULT true NOT NULL,
	"allow_security_questions" boolean DEFAULT true NOT NULL,
	"password_max_days" integer,
	"session_timeout_minutes" integer DEFAULT 30 NOT NULL,
	"mobile_access" boolean DEFAULT true NOT NULL,
	"support_email" text,
	"logo" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisation_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "pitch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pitch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"presentation_name" text NOT NULL,
	"presenter_name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"start_zone" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"end_zone" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"about_file" jsonb,
	"highlights" text DEFAULT '' NOT NULL,
	"highlights_file" jsonb,
	"dealterms" text DEFAULT '' NOT NULL,
	"dealterms_file" jsonb,
	"keywords" text DEFAULT '' NOT NULL,
	"product_type" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"company_logo" text,
	"co_hosts" text[] DEFAULT '{}' NOT NULL,
	"moderators" text[] DEFAULT '{}' NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"no_file" boolean DEFAULT false NOT NULL,
	"show_question" boolean DEFAULT false NOT NULL,
	"enforce_accredit" boolean DEFAULT false NOT NULL,
	"send_later" boolean DEFAULT false NOT NULL,
	"spotlight" boolean DEFAULT false NOT NULL,
	"asked_minor" bigint,
	"minimum_minor" bigint,
	"commit_until" timestamp with time zone,
	"commit_total" text DEFAULT 'host' NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"rehearsal_of" bigint,
	"real_start_at" timestamp with time zone,
	"real_end_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (lower("pitch"."presentation_name" || ' ' || "pitch"."presenter_name" || ' ' || "pitch"."company_name")) STORED NOT NULL,
	CONSTRAINT "pitch_uuid_unique" UNIQUE("uuid")
);
--> statement-breakpoint
CREATE TABLE "poll" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"question" text NOT NULL,
	"options" text[] NOT NULL,
	"is_multiple" boolean NOT NULL,
	"is_anonymous" boolean NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"is_shown" boolean DEFAULT false NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "poll_vote" (
	"poll_id" uuid NOT NULL,
	"voter" text NOT NULL,
	"account_id" uuid,
	"choices" integer[] NOT NULL,
	"as_guest" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "poll_vote_poll_id_voter_pk" PRIMARY KEY("poll_id","voter")
);
--> statement-breakpoint
CREATE TABLE "question" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"from_account_id" uuid NOT NULL,
	"from_name" text NOT NULL,
	"content" text NOT NULL,
	"is_named" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"place" integer NOT NULL,
	"local_question_id" uuid,
	"message_id" bigint,
	"forwarded_by" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "developer_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"tag" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "developer_key_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "investor_profile" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"investing_experience" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"role" text NOT NULL,
	"email" text,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"sharefile_folder_id" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"max_uses" integer DEFAULT 1 NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_link" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"invitation_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "no_login_investor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_type" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_agreement" (
	"account_id" uuid NOT NULL,
	"policy_type" text NOT NULL,
	"version" text NOT NULL,
	"file_path" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL,
	CONSTRAINT "policy_agreement_account_id_policy_type_version_pk" PRIMARY KEY("account_id","policy_type","version")
);
--> statement-breakpoint
CREATE TABLE "policy_text" (
	"policy_type" text NOT NULL,
	"version" text NOT NULL,
	"hash" text NOT NULL,
	"texts" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_text_policy_type_hash_pk" PRIMARY KEY("policy_type","hash")
);
--> statement-breakpoint
CREATE TABLE "registration_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"username" text,
	"company_name" text DEFAULT '' NOT NULL,
	"investing_experience" text,
	"language" text DEFAULT 'en' NOT NULL,
	"timezone" text NOT NULL,
	"token_hash" text,
	"former_hashes" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_request_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	"part" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "page_view" (
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"file_id" uuid,
	"page" integer NOT NULL,
	"milliseconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_view_once" UNIQUE NULLS NOT DISTINCT("pitch_id","account_id","file_id","page")
);
--> statement-breakpoint
CREATE TABLE "room" (
	"pitch_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_event" (
	"pitch_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"by_account_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_event_pitch_id_seq_pk" PRIMARY KEY("pitch_id","seq")
);
--> statement-breakpoint
CREATE TABLE "room_server" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"granted_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organisation_id" uuid,
	"account_id" uuid,
	"username" text NOT NULL,
	"description" text NOT NULL,
	"ip" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"pitch_id" bigint,
	"attendee_id" uuid,
	"is_pending" boolean DEFAULT false NOT NULL,
	"idles" boolean DEFAULT false NOT NULL,
	"second_step_at" timestamp with time zone,
	"impersonator_id" uuid,
	"origin_session_id" uuid,
	"token_hash" text NOT NULL,
	"token_expires_at" timestamp with time zone NOT NULL,
	"refresh_hash" text,
	"refresh_expires_at" timestamp with time zone,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "session_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "session_refreshHash_unique" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "used_refresh_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screen_share" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid,
	"device" text NOT NULL,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"key_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "screen_share_linkHash_unique" UNIQUE("link_hash"),
	CONSTRAINT "screen_share_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "social_account" (
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_account_account_id_provider_pk" PRIMARY KEY("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "social_flow" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cookie_hash" text NOT NULL,
	"state_hash" text,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"session_id" uuid,
	"go_to" text DEFAULT '' NOT NULL,
	"pitch_uuid" uuid,
	"share_text" text DEFAULT '' NOT NULL,
	"identity" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "social_flow_cookieHash_unique" UNIQUE("cookie_hash")
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"organisation_id" uuid,
	"account_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"content" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (lower('#' || "ticket"."number"::text || ' ' || "ticket"."name" || ' ' || "ticket"."email" || ' ' || "ticket"."content")) STORED NOT NULL,
	CONSTRAINT "ticket_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "ticket_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"account_id" uuid,
	"name" text NOT NULL,
	"is_answer" boolean NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answered_call" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"answer" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answered_call_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "job_worker" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"key" text PRIMARY KEY NOT NULL,
	"is_kept" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_link" ADD CONSTRAINT "account_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tag" ADD CONSTRAINT "account_tag_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_tag" ADD CONSTRAINT "account_tag_tag_id_user_tag_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."user_tag"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_export" ADD CONSTRAINT "user_export_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tag" ADD CONSTRAINT "user_tag_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_task" ADD CONSTRAINT "user_task_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption" ADD CONSTRAINT "caption_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption" ADD CONSTRAINT "caption_speaker_id_account_id_fk" FOREIGN KEY ("speaker_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_hearing" ADD CONSTRAINT "caption_hearing_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_keeping" ADD CONSTRAINT "caption_keeping_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_reader" ADD CONSTRAINT "caption_reader_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_reader" ADD CONSTRAINT "caption_reader_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_speaker" ADD CONSTRAINT "caption_speaker_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_speaker" ADD CONSTRAINT "caption_speaker_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caption_translation" ADD CONSTRAINT "caption_translation_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_group" ADD CONSTRAINT "chat_group_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_group" ADD CONSTRAINT "chat_group_made_by_account_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_member" ADD CONSTRAINT "chat_member_group_id_chat_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."chat_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_member" ADD CONSTRAINT "chat_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_group_id_chat_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."chat_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_from_account_id_account_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reaction" ADD CONSTRAINT "chat_reaction_message_id_chat_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reaction" ADD CONSTRAINT "chat_reaction_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment" ADD CONSTRAINT "commitment_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment" ADD CONSTRAINT "commitment_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment" ADD CONSTRAINT "commitment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_file" ADD CONSTRAINT "deck_file_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_file" ADD CONSTRAINT "deck_file_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_file" ADD CONSTRAINT "deck_file_uploaded_by_account_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_location" ADD CONSTRAINT "deck_location_file_id_deck_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."deck_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_location" ADD CONSTRAINT "deck_location_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_page" ADD CONSTRAINT "deck_page_file_id_deck_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."deck_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_upload" ADD CONSTRAINT "deck_upload_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_upload" ADD CONSTRAINT "deck_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_upload" ADD CONSTRAINT "deck_upload_file_id_deck_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."deck_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor" ADD CONSTRAINT "factor_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_entry" ADD CONSTRAINT "pending_entry_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_device" ADD CONSTRAINT "remembered_device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_question" ADD CONSTRAINT "security_question_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_guess" ADD CONSTRAINT "step_guess_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_rating" ADD CONSTRAINT "session_rating_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_rating" ADD CONSTRAINT "session_rating_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_rating" ADD CONSTRAINT "session_rating_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendee" ADD CONSTRAINT "attendee_removed_by_account_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_link" ADD CONSTRAINT "join_link_attendee_id_attendee_id_fk" FOREIGN KEY ("attendee_id") REFERENCES "public"."attendee"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_by_account_id_account_id_fk" FOREIGN KEY ("by_account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch" ADD CONSTRAINT "pitch_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch" ADD CONSTRAINT "pitch_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch" ADD CONSTRAINT "pitch_rehearsal_of_pitch_id_fk" FOREIGN KEY ("rehearsal_of") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll" ADD CONSTRAINT "poll_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll" ADD CONSTRAINT "poll_made_by_account_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_vote" ADD CONSTRAINT "poll_vote_poll_id_poll_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."poll"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_vote" ADD CONSTRAINT "poll_vote_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_from_account_id_account_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_message_id_chat_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_message"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_forwarded_by_account_id_fk" FOREIGN KEY ("forwarded_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "developer_key" ADD CONSTRAINT "developer_key_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "developer_key" ADD CONSTRAINT "developer_key_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investor_profile" ADD CONSTRAINT "investor_profile_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_link" ADD CONSTRAINT "invitation_link_invitation_id_invitation_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "no_login_investor" ADD CONSTRAINT "no_login_investor_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "no_login_investor" ADD CONSTRAINT "no_login_investor_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "no_login_investor" ADD CONSTRAINT "no_login_investor_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_agreement" ADD CONSTRAINT "policy_agreement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_view" ADD CONSTRAINT "page_view_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_view" ADD CONSTRAINT "page_view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_event" ADD CONSTRAINT "room_event_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_access" ADD CONSTRAINT "account_access_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_access" ADD CONSTRAINT "account_access_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_access" ADD CONSTRAINT "account_access_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_access" ADD CONSTRAINT "account_access_granted_by_account_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_attendee_id_attendee_id_fk" FOREIGN KEY ("attendee_id") REFERENCES "public"."attendee"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonator_id_account_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_origin_session_id_session_id_fk" FOREIGN KEY ("origin_session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_refresh_token" ADD CONSTRAINT "used_refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_share" ADD CONSTRAINT "screen_share_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_share" ADD CONSTRAINT "screen_share_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_share" ADD CONSTRAINT "screen_share_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_account" ADD CONSTRAINT "social_account_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_message" ADD CONSTRAINT "ticket_message_ticket_id_ticket_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."ticket"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_message" ADD CONSTRAINT "ticket_message_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email_unique" ON "account" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "account_username_unique" ON "account" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "account_head_image" ON "account" USING btree ("head_image");--> statement-breakpoint
CREATE INDEX "account_linkedin_image" ON "account" USING btree ("linkedin_image");--> statement-breakpoint
CREATE INDEX "account_created" ON "account" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "account_organisation_created" ON "account" USING btree ("organisation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "account_organisation_email" ON "account" USING btree ("organisation_id","email","id");--> statement-breakpoint
CREATE INDEX "account_organisation_name" ON "account" USING btree ("organisation_id",lower("firstname"),lower("lastname"),"id");--> statement-breakpoint
CREATE INDEX "account_organisation_state" ON "account" USING btree ("organisation_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "account_roles" ON "account" USING gin ("roles");--> statement-breakpoint
CREATE INDEX "account_organisation_login" ON "account" USING btree ("organisation_id",coalesce("last_login_at", '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "account_link_account" ON "account_link" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_tag_tag" ON "account_tag" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_change_waiting" ON "email_change" USING btree ("account_id") WHERE "email_change"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "email_change_account" ON "email_change" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_tag_name" ON "user_tag" USING btree ("organisation_id",lower("name"));--> statement-breakpoint
CREATE INDEX "user_task_account" ON "user_task" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_organisation_at" ON "audit_entry" USING btree ("organisation_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor_at" ON "audit_entry" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_impersonator_at" ON "audit_entry" USING btree ("impersonator_id","at","id") WHERE "audit_entry"."impersonator_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_entry_subject_at" ON "audit_entry" USING btree ("subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action_at" ON "audit_entry" USING btree ("action","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entry_number" ON "audit_entry" USING btree ("number");--> statement-breakpoint
CREATE INDEX "caption_pitch" ON "caption" USING btree ("pitch_id","seq");--> statement-breakpoint
CREATE INDEX "caption_said_by" ON "caption" USING btree ("speaker_id","pitch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_group_only" ON "chat_group" USING btree ("pitch_id","kind") WHERE "chat_group"."kind" in ('room', 'team');--> statement-breakpoint
CREATE UNIQUE INDEX "chat_group_pair" ON "chat_group" USING btree ("pitch_id","pair");--> statement-breakpoint
CREATE INDEX "chat_group_made" ON "chat_group" USING btree ("made_by","pitch_id");--> statement-breakpoint
CREATE INDEX "chat_member_account" ON "chat_member" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_once" ON "chat_message" USING btree ("group_id","from_account_id","local_message_id");--> statement-breakpoint
CREATE INDEX "chat_message_group" ON "chat_message" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "chat_message_sender" ON "chat_message" USING btree ("from_account_id","group_id");--> statement-breakpoint
CREATE INDEX "chat_message_named" ON "chat_message" USING gin ("detail" jsonb_path_ops) WHERE "chat_message"."detail" is not null;--> statement-breakpoint
CREATE INDEX "chat_message_forwarded" ON "chat_message" USING btree (("offdata" ->> 'fromuserid')) WHERE "chat_message"."offdata" is not null;--> statement-breakpoint
CREATE INDEX "chat_reaction_account" ON "chat_reaction" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commitment_once" ON "commitment" USING btree ("pitch_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deck_file_name_unique" ON "deck_file" USING btree ("pitch_id",lower("name")) WHERE "deck_file"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deck_file_unattached" ON "deck_file" USING btree ("created_at") WHERE "deck_file"."pitch_id" is null;--> statement-breakpoint
CREATE INDEX "deck_file_unfinished" ON "deck_file" USING btree ("run_seen_at") WHERE "deck_file"."status" in ('waiting', 'converting');--> statement-breakpoint
CREATE UNIQUE INDEX "deck_page_number_unique" ON "deck_page" USING btree ("file_id","number");--> statement-breakpoint
CREATE INDEX "deck_upload_account" ON "deck_upload" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "deck_upload_created" ON "deck_upload" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "factor_account" ON "factor" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factor_primary" ON "factor" USING btree ("account_id") WHERE "factor"."is_primary";--> statement-breakpoint
CREATE UNIQUE INDEX "factor_one_of_a_kind" ON "factor" USING btree ("account_id","kind") WHERE "factor"."kind" <> 'passkey' and "factor"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "remembered_device_account" ON "remembered_device" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_once" ON "feedback" USING btree ("pitch_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_rating_once" ON "session_rating" USING btree ("pitch_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_pitch_account" ON "attendee" USING btree ("pitch_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendee_pitch_email" ON "attendee" USING btree ("pitch_id","email");--> statement-breakpoint
CREATE INDEX "attendee_account" ON "attendee" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "join_link_attendee" ON "join_link" USING btree ("attendee_id");--> statement-breakpoint
CREATE INDEX "mail_message_created" ON "mail_message" USING btree ("created_at" desc);--> statement-breakpoint
CREATE INDEX "mail_message_recipient" ON "mail_message" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "notice_account_created" ON "notice" USING btree ("account_id","created_at","id") WHERE "notice"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notice_by" ON "notice" USING btree ("by_account_id") WHERE "notice"."by_account_id" is not null;--> statement-breakpoint
CREATE INDEX "notice_unread" ON "notice" USING btree ("account_id") WHERE "notice"."read_at" is null and "notice"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_organisation_starts" ON "pitch" USING btree ("organisation_id","starts_at","id") WHERE "pitch"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_organisation_state_starts" ON "pitch" USING btree ("organisation_id","state","starts_at","id") WHERE "pitch"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_organisation_name" ON "pitch" USING btree ("organisation_id",lower("presentation_name"),"id") WHERE "pitch"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_organisation_created" ON "pitch" USING btree ("organisation_id","created_at","id") WHERE "pitch"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_organisation_waiting" ON "pitch" USING btree ("organisation_id","starts_at","id","ends_at") WHERE "pitch"."deleted_at" is null and "pitch"."state" in ('draft', 'scheduled', 'delivered');--> statement-breakpoint
CREATE INDEX "pitch_starts" ON "pitch" USING btree ("starts_at","id") WHERE "pitch"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_owner_starts" ON "pitch" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "pitch_co_hosts" ON "pitch" USING gin ("co_hosts");--> statement-breakpoint
CREATE INDEX "pitch_moderators" ON "pitch" USING gin ("moderators");--> statement-breakpoint
CREATE UNIQUE INDEX "pitch_rehearsal" ON "pitch" USING btree ("rehearsal_of") WHERE "pitch"."state" = 'inProgress';--> statement-breakpoint
CREATE INDEX "pitch_logo" ON "pitch" USING btree ("company_logo") WHERE "pitch"."company_logo" is not null;--> statement-breakpoint
CREATE INDEX "poll_pitch" ON "poll" USING btree ("pitch_id","made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "poll_only_open" ON "poll" USING btree ("pitch_id") WHERE "poll"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "question_once" ON "question" USING btree ("pitch_id","from_account_id","local_question_id");--> statement-breakpoint
CREATE UNIQUE INDEX "question_message" ON "question" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "question_pitch" ON "question" USING btree ("pitch_id","state","place");--> statement-breakpoint
CREATE INDEX "question_asker" ON "question" USING btree ("from_account_id","pitch_id");--> statement-breakpoint
CREATE INDEX "developer_key_organisation" ON "developer_key" USING btree ("organisation_id","created_at");--> statement-breakpoint
CREATE INDEX "invitation_organisation" ON "invitation" USING btree ("organisation_id","kind","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_email_unique" ON "invitation" USING btree ("organisation_id","kind","email") WHERE "invitation"."deleted_at" is null and "invitation"."email" is not null;--> statement-breakpoint
CREATE INDEX "invitation_link_invitation" ON "invitation_link" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "no_login_investor_organisation" ON "no_login_investor" USING btree ("organisation_id","created_at");--> statement-breakpoint
CREATE INDEX "no_login_investor_owner" ON "no_login_investor" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "registration_request_email" ON "registration_request" USING btree ("email","kind");--> statement-breakpoint
CREATE INDEX "registration_request_created" ON "registration_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "attendance_pitch_account" ON "attendance" USING btree ("pitch_id","account_id");--> statement-breakpoint
CREATE INDEX "attendance_account" ON "attendance" USING btree ("account_id","pitch_id");--> statement-breakpoint
CREATE INDEX "attendance_open" ON "attendance" USING btree ("pitch_id","account_id") WHERE "attendance"."left_at" is null;--> statement-breakpoint
CREATE INDEX "room_event_message" ON "room_event" USING btree ("pitch_id","seq") WHERE "room_event"."type" = 'messageSent';--> statement-breakpoint
CREATE UNIQUE INDEX "account_access_unique" ON "account_access" USING btree ("user_id","account_id");--> statement-breakpoint
CREATE INDEX "account_access_account" ON "account_access" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_access_organisation" ON "account_access" USING btree ("organisation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "login_log_organisation_at" ON "login_log" USING btree ("organisation_id","at");--> statement-breakpoint
CREATE INDEX "login_log_at" ON "login_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "login_log_username" ON "login_log" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_pitch" ON "session" USING btree ("pitch_id");--> statement-breakpoint
CREATE INDEX "session_attendee" ON "session" USING btree ("attendee_id");--> statement-breakpoint
CREATE INDEX "session_origin" ON "session" USING btree ("origin_session_id");--> statement-breakpoint
CREATE INDEX "used_refresh_token_session" ON "used_refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "screen_share_pitch" ON "screen_share" USING btree ("pitch_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_share_running" ON "screen_share" USING btree ("pitch_id") WHERE "screen_share"."started_at" is not null and "screen_share"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "social_account_subject" ON "social_account" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "social_flow_expires" ON "social_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ticket_organisation_updated" ON "ticket" USING btree ("organisation_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "ticket_account_created" ON "ticket" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_message_ticket" ON "ticket_message" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "answered_call_at" ON "answered_call" USING btree ("at");--> statement-breakpoint
CREATE INDEX "picture_kept_changed" ON "picture" USING btree ("is_kept","changed_at");