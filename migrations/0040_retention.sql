CREATE TABLE "pitch_hold" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"pitch_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"placed_by" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"released_by" uuid,
	"released_at" timestamp with time zone,
	"release_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "recording_days" integer;--> statement-breakpoint
ALTER TABLE "recording" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recording" ADD COLUMN "expired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pitch_hold" ADD CONSTRAINT "pitch_hold_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch_hold" ADD CONSTRAINT "pitch_hold_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch_hold" ADD CONSTRAINT "pitch_hold_placed_by_account_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch_hold" ADD CONSTRAINT "pitch_hold_released_by_account_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pitch_hold_open" ON "pitch_hold" USING btree ("pitch_id") WHERE "pitch_hold"."released_at" is null;--> statement-breakpoint
CREATE INDEX "pitch_hold_pitch" ON "pitch_hold" USING btree ("pitch_id","placed_at");