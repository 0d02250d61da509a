CREATE TABLE "scheduled_person" (
	"send_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"language" text
);
--> statement-breakpoint
CREATE TABLE "scheduled_send" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"kind" text DEFAULT 'invitation' NOT NULL,
	"minutes_before" integer,
	"send_at" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"suppressed" integer DEFAULT 0 NOT NULL,
	"awaiting_approval" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	"language" text NOT NULL,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendee" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "attendee" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attendee" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_person" ADD CONSTRAINT "scheduled_person_send_id_scheduled_send_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."scheduled_send"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_person" ADD CONSTRAINT "scheduled_person_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_send" ADD CONSTRAINT "scheduled_send_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_send" ADD CONSTRAINT "scheduled_send_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_send" ADD CONSTRAINT "scheduled_send_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_person_send_email" ON "scheduled_person" USING btree ("send_id","email");--> statement-breakpoint
CREATE INDEX "scheduled_person_email" ON "scheduled_person" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_send_waiting" ON "scheduled_send" USING btree ("pitch_id") WHERE "scheduled_send"."state" = 'waiting' and "scheduled_send"."kind" = 'invitation';--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_send_reminder" ON "scheduled_send" USING btree ("pitch_id","minutes_before") WHERE "scheduled_send"."state" = 'waiting' and "scheduled_send"."kind" = 'reminder';--> statement-breakpoint
CREATE INDEX "scheduled_send_pitch" ON "scheduled_send" USING btree ("pitch_id");--> statement-breakpoint
CREATE INDEX "scheduled_send_organisation" ON "scheduled_send" USING btree ("organisation_id","send_at");