CREATE TABLE "not_interested" (
	"pitch_id" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "not_interested_pitch_id_account_id_pk" PRIMARY KEY("pitch_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "transcript" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ALTER COLUMN "transcript" SET DEFAULT true;--> statement-breakpoint
ALTER TABLE "not_interested" ADD CONSTRAINT "not_interested_pitch_id_pitch_id_fk" FOREIGN KEY ("pitch_id") REFERENCES "public"."pitch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_interested" ADD CONSTRAINT "not_interested_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "not_interested_account" ON "not_interested" USING btree ("account_id");