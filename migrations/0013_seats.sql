CREATE TABLE "commitment_withdrawn" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pitch_id" bigint NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"initials" text NOT NULL,
	"ip" text NOT NULL,
	"statement" text,
	"statement_version" integer,
	"statement_language" text,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone NOT NULL,
	"withdrawn_by" uuid NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_wait" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"offered_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "commitment_withdrawn" ADD CONSTRAINT "commitment_withdrawn_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_withdrawn" ADD CONSTRAINT "commitment_withdrawn_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_withdrawn" ADD CONSTRAINT "commitment_withdrawn_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_withdrawn" ADD CONSTRAINT "commitment_withdrawn_withdrawn_by_account_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_wait" ADD CONSTRAINT "seat_wait_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_wait" ADD CONSTRAINT "seat_wait_series_id_spv_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."spv_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_wait" ADD CONSTRAINT "seat_wait_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_wait" ADD CONSTRAINT "seat_wait_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commitment_withdrawn_pitch" ON "commitment_withdrawn" USING btree ("pitch_id","withdrawn_at");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_wait_once" ON "seat_wait" USING btree ("series_id","account_id") WHERE "seat_wait"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "seat_wait_order" ON "seat_wait" USING btree ("series_id","created_at","id") WHERE "seat_wait"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "seat_wait_account" ON "seat_wait" USING btree ("account_id");
