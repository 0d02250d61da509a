CREATE TABLE "recording" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"pitch_id" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ready_at" timestamp with time zone,
	"server_id" uuid,
	"seen_at" timestamp with time zone,
	"covered_until" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recording_consent" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recording_consent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"agrees" boolean NOT NULL,
	"words" integer NOT NULL,
	"language" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recording_gap" (
	"recording_id" uuid NOT NULL,
	"starts_at" double precision NOT NULL,
	"ends_at" double precision NOT NULL,
	CONSTRAINT "recording_gap_recording_id_starts_at_pk" PRIMARY KEY("recording_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "recording_head" (
	"line_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"codecs" text NOT NULL,
	CONSTRAINT "recording_head_line_id_number_pk" PRIMARY KEY("line_id","number")
);
--> statement-breakpoint
CREATE TABLE "recording_line" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recording_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "recording_line_once" UNIQUE("recording_id","account_id","source")
);
--> statement-breakpoint
CREATE TABLE "recording_segment" (
	"line_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"head" integer NOT NULL,
	"starts_at" double precision NOT NULL,
	"seconds" double precision NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "recording_segment_line_id_number_pk" PRIMARY KEY("line_id","number")
);
--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "recording" text DEFAULT 'not' NOT NULL;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_consent" ADD CONSTRAINT "recording_consent_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_consent" ADD CONSTRAINT "recording_consent_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_gap" ADD CONSTRAINT "recording_gap_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_head" ADD CONSTRAINT "recording_head_line_id_recording_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."recording_line"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_line" ADD CONSTRAINT "recording_line_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_line" ADD CONSTRAINT "recording_line_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_segment" ADD CONSTRAINT "recording_segment_line_id_recording_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."recording_line"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recording_going" ON "recording" USING btree ("pitch_id") WHERE "recording"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "recording_pitch" ON "recording" USING btree ("pitch_id","started_at");--> statement-breakpoint
CREATE INDEX "recording_organisation" ON "recording" USING btree ("organisation_id","started_at");--> statement-breakpoint
CREATE INDEX "recording_open" ON "recording" USING btree ("id") WHERE "recording"."ready_at" is null;--> statement-breakpoint
CREATE INDEX "recording_consent_of" ON "recording_consent" USING btree ("pitch_id","account_id","id");--> statement-breakpoint
CREATE INDEX "recording_line_account" ON "recording_line" USING btree ("account_id");